import { securityEndpoints } from '#domain/sign-in/second-factor.contract.ts';
import type { SecondStep } from '#domain/shared/second-step.contract.ts';
import type { UserView } from '#domain/user/contract.ts';
import { call } from '#web/lib/api/api.ts';
import type { Mutation } from '#web/lib/hooks/use-user-action.ts';
import { importCode } from '#web/lib/lazy-page.ts';
import { beginSession } from '#web/lib/session/sign-in.ts';
import { showSignedIn } from './queries.ts';

/** A sign-in after its first step, with the password of that step. */
export type FirstStep = { step: SecondStep; password: string };

const loadPasskeys = () => importCode(() => import('#web/lib/browser/passkeys.ts'));

export const enterByCode = ({ step: { token }, password }: FirstStep): Mutation<string, UserView> => ({
  send: async (code) => beginSession(await call(securityEndpoints.signInByCode, { body: { token, code } })),
  update: (queryClient, user) => showSignedIn(queryClient, user, password),
});

export const enterByPasskey = (first: FirstStep): Mutation<void, UserView> => ({
  send: () => signInByPasskey(first.step),
  update: (queryClient, user) => showSignedIn(queryClient, user, first.password),
});

/** Signs in by a passkey as the second step, or by it alone. */
export async function signInByPasskey(step: SecondStep | null): Promise<UserView> {
  const { askForPasskey } = await loadPasskeys();
  const body = step === null ? {} : { token: step.token };
  const answer = await askForPasskey(await call(securityEndpoints.beginPasskeySignIn, { body }));
  return beginSession(await call(securityEndpoints.signInByPasskey, { body: answer }));
}

/**
 * Signs in by a passkey that the user picks from the suggestions of the email field, until `signal` aborts; null where
 * none was. What goes wrong before that is not reported.
 */
export async function signInByAutofill(signal: AbortSignal): Promise<UserView | null> {
  const load = () => call(securityEndpoints.beginPasskeySignIn, { body: {}, signal });
  const answer = await loadPasskeys()
    .then(({ offerPasskeys }) => offerPasskeys(load, signal))
    .catch(() => null);
  return answer && beginSession(await call(securityEndpoints.signInByPasskey, { body: answer }));
}
