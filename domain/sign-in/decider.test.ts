import { it } from 'vitest';
import { given } from '#domain/shared/testing/decider-spec.ts';
import { access } from './decider.ts';

const data = { userId: 'u-1' };

it('Every sign-in is recorded, as a user may be signed in on several devices', () => {
  given(access, [{ type: 'SignedIn', data }])
    .when({ type: 'SignIn', data })
    .then([{ type: 'SignedIn', data }]);
});

it('A sign-out is recorded', () => {
  given(access, [{ type: 'SignedIn', data }])
    .when({ type: 'SignOut', data })
    .then([{ type: 'SignedOut', data }]);
});
