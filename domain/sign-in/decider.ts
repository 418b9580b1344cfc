import type { Decider } from '#domain/shared/decider.ts';
import { matchType } from '#domain/shared/match-type.ts';
import type { AccessEvent, FactorEvent, SessionOrigin, SignInFactor } from './events.ts';

type BegunSession = SessionOrigin & { userId: string; sessionId: string };

export type AccessCommand =
  | { type: 'SignIn'; data: BegunSession & { factor?: SignInFactor } }
  /** Without a sign-in, as after a registration. */
  | { type: 'BeginSession'; data: BegunSession }
  | { type: 'EndSessions'; data: { userId: string; sessionIds: string[] } }
  | { type: 'RecordFactor'; data: FactorEvent }
  | { type: 'SignOut'; data: { userId: string } };

/** The browsers that the user had sessions by, and where. */
export type Access = { browsers: readonly string[] };

const maxBrowsers = 100;

/**
 * Stream `access-<userId>`. A user may be signed in on several devices, so that each sign-in is an event of its own.
 */
export const access: Decider<AccessCommand, AccessEvent, Access> = {
  decide: (command, state) => decide(command, state),
  evolve: ({ browsers }, event) =>
    event.type === 'SessionBegun' ? { browsers: putLast(browsers, toBrowserKey(event.data)) } : { browsers },
  initialState: { browsers: [] },
};

const decide = matchType<AccessCommand, [Access], AccessEvent[]>({
  SignIn: ({ data: { factor, ...session } }, state) => {
    const { userId } = session;
    return [{ type: 'SignedIn', data: { userId, ...(factor && { factor }) } }, ...beginSession(session, state)];
  },
  BeginSession: ({ data }, state) => beginSession(data, state),
  EndSessions: ({ data }) => (data.sessionIds.length === 0 ? [] : [{ type: 'SessionsEnded', data }]),
  RecordFactor: ({ data }) => [data],
  SignOut: ({ data }) => [{ type: 'SignedOut', data }],
});

function beginSession(data: BegunSession, { browsers }: Access): AccessEvent[] {
  const { userId, browser, city, state } = data;
  const isNew = browsers.length > 0 && !browsers.includes(toBrowserKey(data));
  const begun: AccessEvent = { type: 'SessionBegun', data };
  return isNew ? [begun, { type: 'NewBrowserUsed', data: { userId, browser, city, state } }] : [begun];
}

/** Without the city: that of a telephone's address changes from day to day. */
function toBrowserKey({ browser, state }: SessionOrigin): string {
  return `${browser}, ${state ?? ''}`;
}

function putLast(browsers: readonly string[], used: string): string[] {
  return [...browsers.filter((one) => one !== used), used].slice(-maxBrowsers);
}
