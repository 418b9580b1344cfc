import { it } from 'vitest';
import { given } from '#domain/shared/testing/decider-spec.ts';
import { access } from './decider.ts';

const data = { userId: 'u-1' };

it('records every sign-in, as a user may be signed in at several places', () => {
  given(access, [{ type: 'SignedIn', data }])
    .when({ type: 'SignIn', data })
    .then([{ type: 'SignedIn', data }]);
});

it('records a sign-out', () => {
  given(access, [{ type: 'SignedIn', data }])
    .when({ type: 'SignOut', data })
    .then([{ type: 'SignedOut', data }]);
});
