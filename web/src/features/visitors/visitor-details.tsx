import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { AvailableWeek, VisitorView } from '#domain/visit/admin.contract.ts';
import { QueryContent } from '#web/components/query-content.tsx';
import { SpacerRow } from '#web/components/ui/spacer-row.tsx';
import { formatTime } from '#web/lib/format.ts';
import { useVirtualRows } from '#web/lib/hooks/use-virtual-rows.ts';
import { visitsQuery } from './queries.ts';
import { formatVisitorPlace } from './states.ts';

const rowHeight = 44;
const columns = [
  ['Date', 200],
  ['Location', 220],
  ['IP Address', 200],
  ['Referrer', 240],
] as const;

/** The visits of a week, or the newest ones. */
export function VisitorDetails({ week }: { week: AvailableWeek | undefined }) {
  const empty = week ? 'No visitors found for selected week' : 'No recent visitors';
  return (
    <QueryContent query={useQuery(visitsQuery(week))} loading="Loading visitors">
      {(visitors) =>
        visitors.length > 0 ? (
          <VisitorsTable visitors={visitors} />
        ) : (
          <p className="grid h-40 place-items-center rounded-xl border border-dashed border-control text-muted">
            {empty}
          </p>
        )
      }
    </QueryContent>
  );
}

function VisitorsTable({ visitors }: { visitors: VisitorView[] }) {
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualRows({ items: visitors, rowHeight, scroller });
  return (
    <div
      ref={scroller}
      role="region"
      aria-label="Visitors, scrollable"
      tabIndex={0}
      className="-mx-5 -mb-5 max-h-[28rem] overflow-auto rounded-b-card border-t border-line sm:-mx-6 sm:-mb-6"
    >
      <table
        aria-rowcount={visitors.length + 1}
        className="w-full min-w-[52rem] table-fixed border-separate border-spacing-0 text-left text-sm"
      >
        <thead>
          <tr aria-rowindex={1}>
            {columns.map(([title, width]) => (
              <th
                key={title}
                scope="col"
                style={{ width }}
                className="sticky top-0 z-10 border-b border-line bg-surface px-3 py-3 font-semibold text-muted first:pl-5 sm:first:pl-6"
              >
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <SpacerRow height={rows.shown[0]?.gap ?? 0} span={columns.length} />
          {rows.shown.map(({ item, index }) => (
            <VisitorRow key={item.id} visitor={item} index={index} />
          ))}
          <SpacerRow height={rows.after} span={columns.length} />
        </tbody>
      </table>
    </div>
  );
}

function VisitorRow({ visitor, index }: { visitor: VisitorView; index: number }) {
  const cells = [
    formatTime(visitor.timestamp),
    formatVisitorPlace(visitor),
    visitor.ipAddress ?? 'No longer kept',
    visitor.referrer ?? 'Direct',
  ];
  return (
    <tr aria-rowindex={index + 2} style={{ height: rowHeight }}>
      {cells.map((text, column) => (
        <td
          key={columns[column]?.[0]}
          title={text}
          className="truncate border-b border-line px-3 tabular-nums first:pl-5 sm:first:pl-6"
        >
          {text}
        </td>
      ))}
    </tr>
  );
}
