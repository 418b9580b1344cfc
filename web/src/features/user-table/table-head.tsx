import { flexRender, type Header } from '@tanstack/react-table';
import type { AdminUserView } from '#domain/user/contract.ts';
import { SortIcon } from '#web/components/ui/page-icons.tsx';
import { headTextClasses, TableHeadCell } from '#web/components/ui/table.tsx';
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
    <TableHeadCell
      {...(column.getCanSort() && { 'aria-sort': direction ?? 'none' })}
      widthPx={header.getSize()}
      isKept={column.id === 'email'}
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
        <span className={headTextClasses}>{title}</span>
      )}
    </TableHeadCell>
  );
}
