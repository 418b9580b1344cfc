import type { Verification } from '#domain/history/contract.ts';
import { CheckIcon } from '#web/components/ui/icons.tsx';
import { Notice } from '#web/components/ui/notice.tsx';
import { formatCount, formatTime } from '#web/lib/format.ts';

/** The result of the last verification, in words. */
export function VerificationState({ last }: Pick<Verification, 'last'>) {
  if (!last) {
    return (
      <p className="text-sm text-muted">Not verified yet. Verification runs daily, or when you choose Verify now.</p>
    );
  }
  if (last.problem !== null) {
    return (
      <Notice>
        The log could not be verified on {formatTime(last.at)}: {last.problem}
      </Notice>
    );
  }
  return last.difference ? <AlteredLog last={last} difference={last.difference} /> : <IntactLog last={last} />;
}

type LastVerification = NonNullable<Verification['last']>;

function IntactLog({ last }: { last: LastVerification }) {
  return (
    <div className="flex items-start gap-3 text-sm">
      <span className="mt-0.5 rounded-full bg-primary-soft p-1 text-on-primary-soft">
        <CheckIcon />
      </span>
      <div className="min-w-0">
        <p className="font-semibold">Log verified: no changes detected.</p>
        <p className="text-muted">
          {formatCount(last.events, 'event')} verified on {formatTime(last.at)}, up to position {last.upTo}.{' '}
          {formatSeals(last)}
        </p>
      </div>
    </div>
  );
}

function AlteredLog({
  last,
  difference,
}: {
  last: LastVerification;
  difference: NonNullable<LastVerification['difference']>;
}) {
  return (
    <div role="alert" className="rounded-control border border-danger px-4 py-3 text-sm">
      <p className="font-semibold text-danger">
        The log was altered{difference.position === null ? '' : ` at position ${difference.position}`}.
      </p>
      <p className="mt-1">{difference.sentence}</p>
      <p className="mt-1 text-muted">
        Verified on {formatTime(last.at)}: {formatCount(last.events, 'event')} before it are unchanged.{' '}
        {formatSeals(last)}
      </p>
    </div>
  );
}

function formatSeals({ seals: { count, last } }: LastVerification): string {
  if (!last) return 'First daily seal due tomorrow.';
  return `${formatCount(count, 'seal')}, the last of ${formatTime(last.at)} over ${formatCount(last.ordinal, 'event')}.`;
}
