import { accessStream } from '#domain/event-catalog/streams.ts';
import type { Recorded } from '#domain/shared/decider.ts';
import { access } from '#domain/sign-in/decider.ts';
import type { AccessEvent } from '#domain/sign-in/events.ts';
import { sessionEndpoints, type SessionView } from '#domain/sign-in/sessions.contract.ts';
import type { CommandHandler, CommandMetadata } from '#server/platform/commands/command-handler.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import { HttpError } from '#server/platform/http/middleware/http-error.ts';
import { type Route, route } from '#server/platform/http/routing/route.ts';
import type { Sessions } from '#server/platform/http/session/sessions.ts';
import { describePlace } from './read-origin.ts';

type SessionRoutesDeps = {
  sessions: Pick<Sessions, 'listAllOf' | 'endByKey'>;
  events: Pick<EventStore, 'read'>;
  handle: CommandHandler;
};
type OwnSession = Awaited<ReturnType<Sessions['listAllOf']>>[number];
type SessionBegun = Recorded<Extract<AccessEvent, { type: 'SessionBegun' }>>;

/** Where the user is signed in. */
export function sessionRoutes({ sessions, events, handle }: SessionRoutesDeps): Route[] {
  const end = async (userId: string, ended: OwnSession[], sender: CommandMetadata) => {
    for (const { sessionKey } of ended) await sessions.endByKey(sessionKey);
    const data = { userId, sessionIds: ended.map(({ sessionId }) => sessionId) };
    await handle(access, accessStream(userId), { type: 'EndSessions', data }, sender);
  };
  return [
    route(sessionEndpoints.listSessions, async ({ user, sessionKey }) => {
      const [all, { events: past }] = await Promise.all([
        sessions.listAllOf(user.id),
        events.read(accessStream(user.id)),
      ]);
      const begun = new Map(past.filter(isBegun).map((event) => [event.data.sessionId, event]));
      const views = all.map((session) => presentSession(session, begun.get(session.sessionId), sessionKey));
      return views.toSorted(
        (some, other) =>
          Number(other.isCurrent) - Number(some.isCurrent) ||
          (other.lastUsedAt ?? '').localeCompare(some.lastUsedAt ?? ''),
      );
    }),

    route(sessionEndpoints.endOtherSessions, async ({ user, sessionKey, sender }) => {
      const all = await sessions.listAllOf(user.id);
      await end(
        user.id,
        all.filter((one) => one.sessionKey !== sessionKey),
        sender,
      );
    }),

    route(sessionEndpoints.endSession, async ({ user, params: { id }, sender }) => {
      const found = (await sessions.listAllOf(user.id)).filter(({ sessionId }) => sessionId === id);
      if (found.length === 0) throw new HttpError(404, 'This session has ended already');
      await end(user.id, found, sender);
    }),
  ];
}

function isBegun(event: Recorded<AccessEvent>): event is SessionBegun {
  return event.type === 'SessionBegun';
}

function presentSession(session: OwnSession, begun: SessionBegun | undefined, current: string): SessionView {
  return {
    id: session.sessionId,
    browser: begun?.data.browser ?? null,
    place: begun === undefined ? null : describePlace(begun.data),
    beganAt: begun?.metadata.at ?? null,
    lastUsedAt: session.renewed === 0 ? null : new Date(session.renewed).toISOString(),
    isCurrent: session.sessionKey === current,
  };
}
