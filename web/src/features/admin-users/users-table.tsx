import { useRef } from 'react';
import type { AdminUserView } from '#domain/user/contract.ts';
import { Gap } from '#web/components/ui/gap.tsx';
import { SortIcon } from '#web/components/ui/icons.tsx';
import { classes } from '#web/lib/classes.ts';
import { useRowsInView } from '#web/lib/rows-in-view.ts';
import type { Column } from './columns.tsx';
import type { Sort } from './sort.ts';

const rowHeight = 52;

type UsersTableProps = {
  users: AdminUserView[];
  columns: Column[];
  sort: Sort | null;
  onSort: (title: string) => void;
};

export function UsersTable({ users, columns, sort, onSort }: UsersTableProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useRowsInView({ items: users, rowHeight, scroller });
  return (
    <div
      ref={scroller}
      role="region"
      aria-label="Users, scrollable"
      tabIndex={0}
      className={classes(
        '-mx-5 max-h-[min(42rem,75dvh)] overflow-auto border-t border-line sm:-mx-6',
        users.length > 0 && '-mb-5 rounded-b-card sm:-mb-6',
      )}
    >
      <table
        aria-rowcount={users.length + 1}
        className="w-full table-fixed border-separate border-spacing-0 text-left text-sm"
        style={{ minWidth: columns.reduce((sum, { width }) => sum + width, 0) }}
      >
        <TableHead columns={columns} sort={sort} onSort={onSort} />
        <tbody>
          <Gap height={rows.before} span={columns.length} />
          {rows.shown.map(({ item: user, index }) => (
            <tr key={user.id} aria-rowindex={index + 2} className="group" style={{ height: rowHeight }}>
              {columns.map(({ title, show }) => (
                <td
                  key={title}
                  className="border-b border-line bg-surface px-3 transition-colors group-hover:bg-sunken first:pl-5 md:first:sticky md:first:left-0 sm:first:pl-6"
                >
                  {show(user)}
                </td>
              ))}
            </tr>
          ))}
          <Gap height={rows.after} span={columns.length} />
        </tbody>
      </table>
    </div>
  );
}

function TableHead({ columns, sort, onSort }: Pick<UsersTableProps, 'columns' | 'sort' | 'onSort'>) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        {columns.map(({ title, width }) => {
          const direction = sort?.column === title ? sort.direction : null;
          return (
            <th
              key={title}
              scope="col"
              aria-sort={direction ?? 'none'}
              style={{ width }}
              className="sticky top-0 z-10 border-b border-line bg-surface px-1 py-1 first:pl-3 md:first:left-0 md:first:z-20 sm:first:pl-4"
            >
              <button
                type="button"
                onClick={() => onSort(title)}
                className={classes(
                  'inline-flex h-9 items-center gap-0.5 rounded-lg px-2 font-semibold whitespace-nowrap hover:bg-sunken hover:text-text',
                  direction ? 'text-text' : 'text-muted',
                )}
              >
                {title}
                <SortIcon direction={direction} className="size-4" />
              </button>
            </th>
          );
        })}
      </tr>
    </thead>
  );
}
