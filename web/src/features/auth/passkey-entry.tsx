import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Button } from '#web/components/ui/button.tsx';
import { useUserAction } from '#web/lib/hooks/use-user-action.ts';
import { toastFailure } from '#web/lib/toast/toast.ts';
import { authModes } from './auth-modes.ts';
import { showSignedIn } from './queries.ts';
import { enterByAutofill, enterByPasskey } from './second-factor.ts';

const { failure, pending } = authModes.login;

/** A passkey in place of email and password; while another sign-in is under way (`isBusy`), none is suggested. */
export function PasskeyEntry({ isBusy }: { isBusy: boolean }) {
  const entry = useUserAction(enterByPasskey(null), { errorTitle: failure });
  return (
    <>
      {!isBusy && !entry.pending && <PasskeyAutofill />}
      <Button
        variant="secondary"
        className="w-full"
        disabled={isBusy}
        pending={entry.pending && pending}
        onClick={() => entry.start()}
      >
        Sign in with a passkey
      </Button>
    </>
  );
}

/** Suggests passkeys in the email field. */
function PasskeyAutofill() {
  const queryClient = useQueryClient();
  useEffect(() => {
    const controller = new AbortController();
    enterByAutofill(controller.signal)
      .then((user) => user && showSignedIn(queryClient, user, null))
      .catch((error: unknown) => error instanceof Error && toastFailure(failure, error));
    return () => controller.abort();
  }, [queryClient]);
  return null;
}
