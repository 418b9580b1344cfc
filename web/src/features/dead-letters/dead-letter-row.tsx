import { useQueryClient } from '@tanstack/react-query';
import { deadLetterPaths, type DeadLetterView } from '#domain/dead-letter/contract.ts';
import { Button } from '#web/components/ui/button.tsx';
import { useUserAction } from '#web/lib/hooks/use-user-action.ts';
import { send } from '#web/lib/api/api.ts';
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
      {kind !== 'event' && <DeadLetterActions deadLetter={deadLetter} />}
    </li>
  );
}

function DeadLetterActions({ deadLetter: { id, subject, refusal } }: { deadLetter: DeadLetterView }) {
  const resend = useDeadLetterAction(deadLetterPaths.resend(id), 'Put back into the outbox', 'Resend failed');
  const discard = useDeadLetterAction(deadLetterPaths.discard(id), 'Discarded', 'Discard failed');
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

function useDeadLetterAction(path: string, title: string, failure: string) {
  const queryClient = useQueryClient();
  const refetch = () => queryClient.invalidateQueries({ queryKey: ['scout'] });
  return useUserAction({
    send: () => send('POST', path),
    onSuccess: () => {
      toast({ title });
      return refetch();
    },
    // Another admin may have been faster.
    onError: () => void refetch(),
    errorTitle: failure,
  });
}
