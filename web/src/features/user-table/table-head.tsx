import { flexRender, type Header } from '@tanstack/react-table';
import type { AdminUserView } from '#domain/user/contract.ts';
import { SortIcon } from '#web/components/ui/icons.tsx';
import { joinClasses } from '#web/lib/join-classes.ts';
import type { features } from './table-features.ts';

type UserHeader = Header<typeof features, AdminUserView>;

const directions = { asc: 'ascending', desc: 'descending' } as const;

/** The column titles; a click sorts by one, the next click reverses the order. */
export function TableHead({ headers }: { headers: UserHeader[] }) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        {headers.map((header) => (
          <HeaderCell key={header.id} header={header} />
        ))}
      </tr>
    </thead>
  );
}

function HeaderCell({ header }: { header: UserHeader }) {
  const { column } = header;
  const sorted = column.getIsSorted();
  const direction = sorted ? directions[sorted] : null;
  const title = flexRender(column.columnDef.header, header.getContext());
  return (
    <th
      scope="col"
      {...(column.getCanSort() && { 'aria-sort': direction ?? 'none' })}
      style={{ width: header.getSize() }}
      className="sticky top-0 z-10 border-b border-line bg-surface py-1 first:pl-3 md:first:left-0 md:first:z-20 sm:first:pl-4"
    >
      {column.getCanSort() ? (
        <button
          type="button"
          onClick={column.getToggleSortingHandler()}
          className={joinClasses(
            'inline-flex min-h-11 items-center gap-0.5 rounded-lg px-2 text-left leading-tight font-semibold hover:bg-sunken hover:text-text',
            direction ? 'text-text' : 'text-muted',
          )}
        >
          {title}
          <SortIcon direction={direction} className="size-3.5" />
        </button>
      ) : (
        <span className="px-2 font-semibold text-muted">{title}</span>
      )}
    </th>
  );
}
