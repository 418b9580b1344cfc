import { type InfiniteData, useQueryClient } from '@tanstack/react-query';
import type { AdminUserView } from '#domain/user/contract.ts';
import type { ListPage } from '#web/lib/api/api.ts';

type Pages = InfiniteData<ListPage<AdminUserView>>;

/** Puts a changed user in their place in the lists; what they are now sorted by is read again. */
export function useUserChanged() {
  const queryClient = useQueryClient();
  return (user: AdminUserView) => {
    queryClient.setQueriesData<Pages>({ queryKey: ['users'] }, (list) => list && withUser(list, user));
    return queryClient.invalidateQueries({ queryKey: ['users'] });
  };
}

function withUser(list: Pages, user: AdminUserView): Pages {
  const pages = list.pages.map((page) => ({
    ...page,
    items: page.items.map((row) => (row.id === user.id ? user : row)),
  }));
  return { ...list, pages };
}
