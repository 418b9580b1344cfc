import { useQueryClient } from '@tanstack/react-query';
import { deadLetterPaths, type DeadLetterView, resendResult } from '#domain/dead-letter/contract.ts';
import { Button } from '#web/components/ui/button.tsx';
import { useUserAction } from '#web/lib/hooks/use-user-action.ts';
import { send, sendAndParse } from '#web/lib/api/api.ts';
import { formatTime } from '#web/lib/format.ts';
import { toast } from '#web/lib/toast/toast.ts';

export function DeadLetterRow({ deadLetter }: { deadLetter: DeadLetterView }) {
  const { kind, recipient, subject, reason, failedAt, attempts, refusal } = deadLetter;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-3 py-4 last:pb-0 sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="grid gap-1 text-sm">
        <h3 className="text-base font-semibold wrap-anywhere">{subject}</h3>
        {kind !== 'event' && (
          <p className="wrap-anywhere">
            {kind === 'push' && 'Notification. '}
            {recipient === null ? 'To a deleted user' : `To ${recipient}`}
          </p>
        )}
        <p className="wrap-anywhere text-muted">{reason}</p>
        {failedAt !== null && (
          <p className="text-muted">
            Given up on <time dateTime={failedAt}>{formatTime(failedAt)}</time> after{' '}
            {attempts === 1 ? '1 attempt' : `${attempts} attempts`}
          </p>
        )}
        {refusal !== null && <p className="text-on-warm-soft">{refusal}</p>}
      </div>
      {kind !== 'event' && <MessageActions deadLetter={deadLetter} />}
      {kind === 'event' && refusal === null && <ReplayAction deadLetter={deadLetter} />}
    </li>
  );
}

/** Has an event handled again, once what made it fail is fixed. */
function ReplayAction({ deadLetter: { id, subject } }: { deadLetter: DeadLetterView }) {
  const replay = useDeadLetterAction({
    send: () => sendAndParse(resendResult, 'POST', deadLetterPaths.resend(id)),
    formatTitle: ({ isPending }) => (isPending ? 'Replay started. It may take a few minutes.' : 'Replayed'),
    errorTitle: 'Replay failed',
  });
  return (
    <Button
      size="small"
      variant="secondary"
      className="justify-self-start"
      aria-label={`Replay ${subject}`}
      pending={replay.pending && 'Replaying…'}
      onClick={() => replay.start(undefined)}
    >
      Replay
    </Button>
  );
}

function MessageActions({ deadLetter: { id, subject, refusal } }: { deadLetter: DeadLetterView }) {
  const resend = useDeadLetterAction({
    send: () => send('POST', deadLetterPaths.resend(id)),
    formatTitle: () => 'Put back into the outbox',
    errorTitle: 'Resend failed',
  });
  const discard = useDeadLetterAction({
    send: () => send('POST', deadLetterPaths.discard(id)),
    formatTitle: () => 'Discarded',
    errorTitle: 'Discard failed',
  });
  return (
    <div className="flex flex-wrap items-start gap-2">
      {refusal === null && (
        <Button
          size="small"
          variant="secondary"
          aria-label={`Resend ${subject}`}
          pending={resend.pending && 'Resending…'}
          disabled={discard.pending}
          onClick={() => resend.start(undefined)}
        >
          Resend
        </Button>
      )}
      <Button
        size="small"
        variant="quiet"
        aria-label={`Discard ${subject}`}
        pending={discard.pending && 'Discarding…'}
        disabled={resend.pending}
        onClick={() => discard.start(undefined)}
      >
        Discard
      </Button>
    </div>
  );
}

type DeadLetterAction<Answer> = {
  send: () => Promise<Answer>;
  formatTitle: (answer: Answer) => string;
  errorTitle: string;
};

function useDeadLetterAction<Answer>({ formatTitle, ...action }: DeadLetterAction<Answer>) {
  const queryClient = useQueryClient();
  const refetch = () => queryClient.invalidateQueries({ queryKey: ['scout'] });
  return useUserAction({
    ...action,
    onSuccess: (answer: Answer) => {
      toast({ title: formatTitle(answer) });
      return refetch();
    },
    // Another admin may have been faster.
    onError: () => void refetch(),
  });
}
