import { userStream } from '#domain/event-catalog/streams.ts';
import { user as users } from '#domain/user/decider.ts';
import type { UserCommand } from '#domain/user/commands.ts';
import { searchEndpoints, type SearchView } from '#domain/user/searches.contract.ts';
import type { UserDoc } from '#projections/users.ts';
import { explainPriceLimit, loadUserFromEvents } from '#server/modules/users/index.ts';
import type { CommandMetadata } from '#server/platform/commands/command-handler.ts';
import type { Config } from '#server/platform/config/config.ts';
import { HttpError } from '#server/platform/http/middleware/http-error.ts';
import type { RateLimits } from '#server/platform/http/middleware/rate-limits.ts';
import type { Platform } from '#server/platform/modules/platform.ts';
import { type Route, route } from '#server/platform/http/routing/route.ts';
import { presentSearches, type PresentSearchesDeps } from './present-searches.ts';

type SearchRoutesDeps = PresentSearchesDeps &
  Pick<Platform, 'events' | 'handle'> & {
    limits: Pick<RateLimits, 'change'>;
    config: Pick<Config, 'searchesPerMember'>;
  };

/** The searches of the signed-in user. */
export function searchRoutes(deps: SearchRoutesDeps): Route[] {
  const { handle, events, limits, config } = deps;
  const most = config.searchesPerMember;

  const change = async (user: UserDoc, command: UserCommand, sender: CommandMetadata): Promise<void> => {
    await limits.change(user.id);
    await handle(users, userStream(user.id), command, sender).catch((error: unknown) => {
      throw explainPriceLimit(error, user.maxPriceLimit);
    });
  };
  /** A search that was just written, from the log: the views may lack it still. */
  const read = async (userId: string, searchId: string): Promise<SearchView> => {
    const user = await loadUserFromEvents(events, userId);
    const found = user && (await presentSearches(deps, user)).find(({ id }) => id === searchId);
    if (!found) throw new HttpError(404, 'No such search');
    return found;
  };

  return [
    route(searchEndpoints.listSearches, ({ user }) => presentSearches(deps, user)),

    route(searchEndpoints.addSearch, async ({ user, body: search, sender }) => {
      const searchId = sender.commandId;
      await change(user, { type: 'AddSearch', data: { userId: user.id, searchId, search, most } }, sender);
      return () => read(user.id, searchId);
    }),

    route(searchEndpoints.changeSearch, async ({ user, params: { id: searchId }, body: changes, sender }) => {
      await change(user, { type: 'ChangeSearch', data: { userId: user.id, searchId, changes } }, sender);
      return () => read(user.id, searchId);
    }),

    route(searchEndpoints.removeSearch, async ({ user, params: { id: searchId }, sender }) => {
      await change(user, { type: 'RemoveSearch', data: { userId: user.id, searchId } }, sender);
    }),

    route(searchEndpoints.restoreSearch, async ({ user, params: { id: searchId }, sender }) => {
      await change(user, { type: 'RestoreSearch', data: { userId: user.id, searchId, most } }, sender);
      return () => read(user.id, searchId);
    }),
  ];
}
