import type { Verification } from '#domain/history/contract.ts';
import { CheckIcon } from '#web/components/ui/page-icons.tsx';
import { Notice } from '#web/components/ui/notice.tsx';
import { formatCount, formatTime } from '#web/lib/format.ts';

/** The result of the last verification, in words. */
export function VerificationState({ last, total }: Pick<Verification, 'last' | 'total'>) {
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
  return last.difference ? (
    <AlteredLog last={last} difference={last.difference} />
  ) : (
    <IntactLog last={last} total={total} />
  );
}

type LastVerification = NonNullable<Verification['last']>;

function IntactLog({ last, total }: { last: LastVerification; total: number | null }) {
  return (
    <div className="flex items-start gap-3 text-sm">
      <span className="mt-0.5 rounded-full bg-primary-soft p-1 text-on-primary-soft">
        <CheckIcon />
      </span>
      <div className="min-w-0">
        <p className="font-semibold">Log verified: no changes detected.</p>
        <p className="text-muted">
          Verified{formatFrom(last)} through event {formatNumber(last.events)}
          {total !== null && ` of ${formatNumber(total)}, ${formatNumber(Math.max(0, total - last.events))} since`}, on{' '}
          {formatTime(last.at)}
          {formatEarlier(last)}. {formatSeals(last)}
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
        Verified{formatFrom(last)} on {formatTime(last.at)}: {formatCount(last.events - last.from + 1, 'event')} before
        it are unchanged{formatEarlier(last)}. {formatSeals(last)}
      </p>
    </div>
  );
}

const formatNumber = (value: number) => value.toLocaleString('en-US');

function formatFrom({ from, earlier }: LastVerification): string {
  return earlier ? ` from event ${formatNumber(from)}` : '';
}

function formatEarlier({ earlier }: LastVerification): string {
  if (!earlier) return '';
  return `; everything before was verified on ${formatTime(earlier.at)}, the whole log last on ${formatTime(earlier.fullAt)}`;
}

function formatSeals({ seals: { count, last } }: LastVerification): string {
  if (!last) return 'First daily seal due tomorrow.';
  return `${formatCount(count, 'seal')}, the last of ${formatTime(last.at)} over ${formatCount(last.ordinal, 'event')}.`;
}
