import type { DeadLetterView } from '#domain/dead-letter/contract.ts';
import { SubjectLink } from '#web/components/subject-link.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { useUserAction } from '#web/lib/hooks/use-user-action.ts';
import { formatCount, formatTime } from '#web/lib/format.ts';
import { toast } from '#web/lib/toast/toast.ts';
import { discardDeadLetter, resendDeadLetter } from './queries.ts';

/** By the channel; an email needs no word. */
const channelTexts: Partial<Record<string, string>> = {
  push: 'Notification. ',
  telegram: 'Telegram. ',
  webhook: 'Webhook. ',
};

export function DeadLetterRow({ deadLetter }: { deadLetter: DeadLetterView }) {
  const { kind, subject, reason, failedAt, attempts, refusal } = deadLetter;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-3 py-4 last:pb-0 sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="grid gap-1 text-sm">
        <h3 className="text-base font-semibold wrap-anywhere">{subject}</h3>
        <Subject deadLetter={deadLetter} />
        <p className="wrap-anywhere text-muted">{reason}</p>
        {failedAt !== null && (
          <p className="text-muted">
            Gave up on <time dateTime={failedAt}>{formatTime(failedAt)}</time> after {formatCount(attempts, 'attempt')}
          </p>
        )}
        {refusal !== null && <p className="text-on-warm-soft">{refusal}</p>}
      </div>
      {kind !== 'event' && <MessageActions deadLetter={deadLetter} />}
      {kind === 'event' && refusal === null && <ReplayAction deadLetter={deadLetter} />}
    </li>
  );
}

/** Whom a message was to reach, or what an event is about. */
function Subject({ deadLetter: { kind, recipient, about } }: { deadLetter: DeadLetterView }) {
  const link = about && <SubjectLink subject={about}>{recipient ?? `View the ${about.kind}`}</SubjectLink>;
  if (kind === 'event') return link && <p>{link}</p>;
  return (
    <p className="wrap-anywhere">
      {channelTexts[kind]}To {link ?? 'a deleted user'}
    </p>
  );
}

/** Has an event handled again, once what made it fail is fixed. */
function ReplayAction({ deadLetter: { id, subject } }: { deadLetter: DeadLetterView }) {
  const replay = useUserAction(resendDeadLetter(id), {
    onSuccess: ({ isPending }) =>
      toast({ title: isPending ? 'Replay started. It may take a few minutes.' : 'Replayed' }),
    errorTitle: 'Replay failed',
  });
  return (
    <Button
      size="small"
      variant="secondary"
      className="justify-self-start"
      aria-label={`Replay ${subject}`}
      pending={replay.pending && 'Replaying…'}
      onClick={() => replay.start()}
    >
      Replay
    </Button>
  );
}

function MessageActions({ deadLetter: { id, subject, refusal } }: { deadLetter: DeadLetterView }) {
  const resend = useUserAction(resendDeadLetter(id), {
    onSuccess: () => toast({ title: 'Queued again' }),
    errorTitle: 'Resend failed',
  });
  const discard = useUserAction(discardDeadLetter(id), {
    onSuccess: () => toast({ title: 'Discarded' }),
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
          onClick={() => resend.start()}
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
        onClick={() => discard.start()}
      >
        Discard
      </Button>
    </div>
  );
}
