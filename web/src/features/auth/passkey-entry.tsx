import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { UserView } from '#domain/user/contract.ts';
import { Button } from '#web/components/ui/button.tsx';
import { type Mutation, useUserAction } from '#web/lib/hooks/use-user-action.ts';
import { importCode } from '#web/lib/lazy-page.ts';
import { toastFailure } from '#web/lib/toast/toast.ts';
import { authModes } from './auth-modes.ts';
import { showSignedIn } from './queries.ts';

const { failure, pending } = authModes.login;

// With zod, which the sign-in page opens without.
const loadSecondFactor = () => importCode(() => import('./second-factor.ts'));

const enter: Mutation<void, UserView> = {
  send: async () => (await loadSecondFactor()).signInByPasskey(null),
  update: (queryClient, user) => showSignedIn(queryClient, user, null),
};

/** A passkey in place of email and password; while another sign-in is under way (`isBusy`), none is suggested. */
export function PasskeyEntry({ isBusy }: { isBusy: boolean }) {
  const isUsed = useIsUsed();
  const entry = useUserAction(enter, { errorTitle: failure });
  return (
    <>
      {isUsed && !isBusy && !entry.pending && <PasskeyAutofill />}
      <Button
        variant="secondary"
        // At large text sizes it needs two lines.
        className="w-full whitespace-normal!"
        disabled={isBusy}
        pending={entry.pending && pending}
        onClick={() => entry.start()}
      >
        Sign in with a passkey
      </Button>
    </>
  );
}

/** Whether the user has begun to use the page. */
function useIsUsed(): boolean {
  const [isUsed, setUsed] = useState(() => document.activeElement !== document.body);
  useEffect(() => {
    const listening = new AbortController();
    const events = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const;
    for (const name of events)
      window.addEventListener(name, () => setUsed(true), { once: true, signal: listening.signal });
    return () => listening.abort();
  }, []);
  return isUsed;
}

/** Suggests passkeys in the email field. */
function PasskeyAutofill() {
  const queryClient = useQueryClient();
  useEffect(() => {
    const controller = new AbortController();
    // The user has asked for nothing yet: where the code cannot be loaded, nothing is suggested.
    loadSecondFactor()
      .catch(() => null)
      .then((code) => code?.signInByAutofill(controller.signal))
      .then((user) => user && showSignedIn(queryClient, user, null))
      .catch((error: unknown) => error instanceof Error && toastFailure(failure, error));
    return () => controller.abort();
  }, [queryClient]);
  return null;
}
