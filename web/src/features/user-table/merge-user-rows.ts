import type { InfiniteData } from '@tanstack/react-query';
import type { AdminUserView, UserSort } from '#domain/user/contract.ts';
import type { ListPage } from '#web/lib/api/list-pages.ts';

export type UserPages = InfiniteData<ListPage<AdminUserView>>;
export type UserOrder = { column: UserSort; isDescending: boolean };

/**
 * The loaded pages once the users of `ids` are as in `fresh`: each is where the order has it, and is left out if it is
 * gone, or is beyond the loaded part.
 */
export function mergeUserRows(
  list: UserPages,
  { ids, fresh, order }: { ids: string[]; fresh: Pick<ListPage<AdminUserView>, 'items' | 'total'>; order: UserOrder },
): UserPages {
  const compare = (a: AdminUserView, b: AdminUserView) => compareUsers(a, b, order);
  const pages = list.pages.map(({ items }) => items.filter(({ id }) => !ids.includes(id)));
  const end = list.pages.at(-1)?.next === null ? null : list.pages.at(-1)?.items.at(-1);
  for (const user of fresh.items) {
    if (end && compare(user, end) > 0) continue;
    const pageIndex = pages.findIndex((items) => items.some((other) => compare(user, other) < 0));
    const items = pages.at(pageIndex) ?? [];
    const index = items.findIndex((other) => compare(user, other) < 0);
    items.splice(index < 0 ? items.length : index, 0, user);
  }
  return {
    ...list,
    pages: list.pages.map((page, index) => ({ ...page, items: pages[index] ?? [], total: fresh.total })),
  };
}

/** As the server sorts: nulls last in both directions, and users with equal values by their ids. */
function compareUsers(a: AdminUserView, b: AdminUserView, { column, isDescending }: UserOrder): number {
  const [x, y] = [readSortValue(a, column), readSortValue(b, column)];
  if (x !== y && (x === null || y === null)) return x === null ? 1 : -1;
  const [lower, upper] = x === null || y === null || x === y ? [a.id, b.id] : [x, y];
  if (lower === upper) return 0;
  return lower < upper === isDescending ? 1 : -1;
}

function readSortValue(user: AdminUserView, column: UserSort): string | number | boolean | null {
  const value = user[column] ?? null;
  return column === 'email' ? user.email.toLowerCase() : value;
}

export function replaceUser(list: UserPages, user: AdminUserView): UserPages {
  const pages = list.pages.map((page) => ({
    ...page,
    items: page.items.map((row) => (row.id === user.id ? user : row)),
  }));
  return { ...list, pages };
}
