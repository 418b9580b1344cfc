import { useEffect, useRef, useState } from 'react';
import { grantableLimit, type UserView } from '#domain/user/contract.ts';
import { ConfirmActionDialog } from '#web/components/confirm-action-dialog.tsx';
import { CheckIcon } from '#web/components/ui/page-icons.tsx';
import { formatLimit } from '#web/lib/format.ts';
import { toast } from '#web/lib/toast/toast.ts';
import { sendLimitRequest } from './queries.ts';

/** Requests a higher price limit from the admins, and shows a pending request. */
export function HigherLimit({ user }: { user: UserView }) {
  const [asking, setAsking] = useState(false);
  const [asked, setAsked] = useState(false);
  const confirmRequest = () => {
    setAsked(true);
    toast({ title: 'Request submitted', description: 'Your request for a higher price limit has been submitted.' });
  };
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
        <ConfirmActionDialog
          mutation={sendLimitRequest}
          title="Request a higher price limit?"
          action="Confirm request"
          pending="Requesting…"
          close={() => setAsking(false)}
          onSuccess={confirmRequest}
          errorTitle="Request failed"
        >
          Your limit is {formatLimit(user.maxPriceLimit)}. We’ll review your request. Once approved, you can search
          above it.
        </ConfirmActionDialog>
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
      className="tap-target inline-flex min-h-6 items-center gap-1.5 text-sm font-semibold text-on-primary-soft"
    >
      <CheckIcon className="size-3.5" />
      Higher limit requested
    </span>
  );
}
