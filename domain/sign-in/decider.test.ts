import { expect, it } from 'vitest';
import { given } from '#domain/shared/testing/decider-spec.ts';
import { access } from './decider.ts';
import type { AccessEvent } from './events.ts';

const userId = 'u-1';
const origin = { browser: 'Firefox on Windows', city: 'Detroit', state: 'MI' };
const session = { userId, sessionId: 's-1', ...origin };
const begun: AccessEvent = { type: 'SessionBegun', data: session };
const signedIn: AccessEvent = { type: 'SignedIn', data: { userId } };

it('Every sign-in is recorded with its session, as a user may be signed in on several devices', () => {
  const again = { ...session, sessionId: 's-2' };
  given(access, [signedIn, begun])
    .when({ type: 'SignIn', data: again })
    .then([signedIn, { type: 'SessionBegun', data: again }]);
});

it('The first session of a user is with no new browser', () => {
  given(access, []).when({ type: 'BeginSession', data: session }).then([begun]);
  given(access, [signedIn]).when({ type: 'SignIn', data: session }).then([signedIn, begun]);
});

it.each([
  [{ browser: 'Chrome on Android' }, true],
  [{ state: 'OH' }, true],
  [{ state: null }, true],
  [{ city: 'Flint' }, false],
])('A sign-in with %j after one with Firefox on Windows in Detroit is with a new browser: %s', (changes, isNew) => {
  const used = { ...origin, ...changes };
  const data = { ...used, userId, sessionId: 's-2' };
  const reported: AccessEvent[] = isNew ? [{ type: 'NewBrowserUsed', data: { ...used, userId } }] : [];
  given(access, [signedIn, begun])
    .when({ type: 'SignIn', data })
    .then([signedIn, { type: 'SessionBegun', data }, ...reported]);
});

it('A browser that was used in between is still known', () => {
  const other: AccessEvent = { type: 'SessionBegun', data: { ...session, browser: 'Safari on iOS' } };
  given(access, [begun, other]).when({ type: 'BeginSession', data: session }).then([begun]);
});

it('The browsers of a user are remembered up to 100 of them', () => {
  const many = Array.from(
    { length: 150 },
    (_, n): AccessEvent => ({
      type: 'SessionBegun',
      data: { ...session, browser: `Browser ${n}` },
    }),
  );
  const { browsers } = many.reduce(access.evolve, access.initialState);
  expect([browsers.length, browsers[0], browsers.at(-1)]).toEqual([100, 'Browser 50, MI', 'Browser 149, MI']);
});

it('Ended sessions are recorded together, and none where none ended', () => {
  const data = { userId, sessionIds: ['s-1', 's-2'] };
  given(access, [begun])
    .when({ type: 'EndSessions', data })
    .then([{ type: 'SessionsEnded', data }]);
  given(access, [begun])
    .when({ type: 'EndSessions', data: { userId, sessionIds: [] } })
    .then([]);
});

it('A sign-out is recorded', () => {
  const data = { userId };
  given(access, [signedIn])
    .when({ type: 'SignOut', data })
    .then([{ type: 'SignedOut', data }]);
});
