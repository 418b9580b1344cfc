import type { BulkOutcome } from '#domain/shared/bulk.contract.ts';
import { type UserBulkAction, userEndpoints } from '#domain/user/admin.contract.ts';
import { call } from '#web/lib/api/api.ts';
import { refreshView } from '#web/lib/api/refresh-view.ts';
import type { Mutation } from '#web/lib/hooks/use-user-action.ts';

export const changeUsers = (action: UserBulkAction): Mutation<string[], BulkOutcome> => ({
  send: (ids) => call(userEndpoints.changeUsers, { body: { ids, action } }),
  update: (queryClient, _outcome, ids) => refreshView(queryClient, 'users', ids).done,
});
