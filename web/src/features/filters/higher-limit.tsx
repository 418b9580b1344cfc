import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { grantableLimit, userPaths, type UserView, userView } from '#domain/user/contract.ts';
import { DialogButtons } from '#web/components/ui/overlay/dialog-buttons.tsx';
import { Dialog } from '#web/components/ui/overlay/dialog.tsx';
import { CheckIcon } from '#web/components/ui/icons.tsx';
import { useUserAction } from '#web/lib/hooks/use-user-action.ts';
import { sendAndParse } from '#web/lib/api/api.ts';
import { formatLimit } from '#web/lib/format.ts';
import { userQuery } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast/toast.ts';

/** Requests a higher price limit from the admins, and shows a pending request. */
export function HigherLimit({ user }: { user: UserView }) {
  const [asking, setAsking] = useState(false);
  const [asked, setAsked] = useState(false);
  const close = () => setAsking(false);
  const request = useRequestHigherLimit(close, () => setAsked(true));
  if (user.requestedHigherLimit) return <RequestedState takesFocus={asked} />;
  if (user.maxPriceLimit >= grantableLimit.max) return null;
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setAsking(true)}
        className="min-h-6 rounded-sm text-sm font-semibold text-primary hover:underline"
      >
        Request higher limit
      </button>
      {asking && (
        <Dialog title="Request a higher price limit?" onClose={() => request.pending || close()}>
          <p className="mt-2 text-pretty text-muted">
            Your limit is {formatLimit(user.maxPriceLimit)}. An administrator looks at your request; once it is granted
            you can search above that.
          </p>
          <DialogButtons
            action="Confirm request"
            pending={request.pending && 'Requesting…'}
            onClose={close}
            onConfirm={() => request.start(undefined)}
          />
        </Dialog>
      )}
    </>
  );
}

function RequestedState({ takesFocus }: { takesFocus: boolean }) {
  const state = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    // Replaces the button that had the focus.
    if (takesFocus && document.activeElement === document.body) state.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  return (
    <span
      ref={state}
      tabIndex={-1}
      className="inline-flex min-h-6 items-center gap-1.5 text-sm font-semibold text-on-primary-soft"
    >
      <CheckIcon className="size-3.5" />
      Higher limit requested
    </span>
  );
}

function useRequestHigherLimit(close: () => void, asked: () => void) {
  const queryClient = useQueryClient();
  return useUserAction({
    // Closes whatever the response: a toast behind the dialog could not be reached.
    send: () => sendAndParse(userView, 'POST', userPaths.requestHigherLimit).finally(close),
    onSuccess: (user) => {
      asked();
      queryClient.setQueryData(userQuery.queryKey, user);
      toast({
        title: 'Request submitted',
        description: 'Your request for a higher price limit has been submitted.',
      });
    },
    errorTitle: 'Request failed',
  });
}
