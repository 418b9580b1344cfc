import { type InfiniteData, useQueryClient } from '@tanstack/react-query';
import type { AdminUserView } from '#domain/user/contract.ts';
import type { ListPage } from '#web/lib/api/api.ts';

type UserPages = InfiniteData<ListPage<AdminUserView>>;

/** Replaces a changed user in the cached lists; lists sorted by a changed value are refetched. */
export function useUpdateCachedUser() {
  const queryClient = useQueryClient();
  return (user: AdminUserView) => {
    queryClient.setQueriesData<UserPages>({ queryKey: ['users'] }, (list) => list && replaceUser(list, user));
    return queryClient.invalidateQueries({ queryKey: ['users'] });
  };
}

function replaceUser(list: UserPages, user: AdminUserView): UserPages {
  const pages = list.pages.map((page) => ({
    ...page,
    items: page.items.map((row) => (row.id === user.id ? user : row)),
  }));
  return { ...list, pages };
}
