import { useQuery } from '@tanstack/react-query';
import type { Verification } from '#domain/history/contract.ts';
import { ErrorView } from '#web/components/error-view.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Card } from '#web/components/ui/card.tsx';
import { Collapsible } from '#web/components/ui/collapsible.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { useUserAction } from '#web/lib/hooks/use-user-action.ts';
import { copyText } from '#web/lib/browser/clipboard.ts';
import { formatTime } from '#web/lib/format.ts';
import { startVerification, verificationQuery } from './queries.ts';
import { VerificationState } from './verification-state.tsx';

/** Whether the log is unmodified, according to the last verification. */
export function VerificationCard() {
  const { data, error, refetch } = useQuery(verificationQuery);
  const { start, pending } = useUserAction(startVerification, { errorTitle: 'Verification failed' });
  const isRunning = data?.running !== null && data !== undefined;
  const isBusy = pending || isRunning;
  const verify = (
    <div className="flex flex-wrap justify-end gap-2">
      <Button variant="quiet" size="small" disabled={!data || isBusy} onClick={() => start({ full: true })}>
        Verify all
      </Button>
      <Button
        variant="secondary"
        size="small"
        pending={isBusy && 'Verifying…'}
        disabled={!data}
        onClick={() => start({ full: false })}
      >
        Verify now
      </Button>
    </div>
  );
  return (
    <Card title="Integrity" aside={verify}>
      {data ? <VerificationSummary state={data} /> : !error && <Skeleton className="h-12 w-full max-w-md" />}
      {error && !data && <ErrorView message={error.message} retry={refetch} />}
    </Card>
  );
}

function VerificationSummary({ state: { last, total, running, key } }: { state: Verification }) {
  return (
    <div className="grid gap-4">
      {running && <VerificationProgress {...running} />}
      <VerificationState last={last} total={total} />
      {key && (
        <Collapsible title="Signing key" className="rounded-control border border-line">
          <p className="mb-3 text-sm text-muted">
            Keep it out of reach of anyone who can write the log, and verify with{' '}
            <code className="text-xs break-words">npm run history -- verify --public-key FILE</code>
          </p>
          <pre className="mb-3 overflow-auto rounded-control bg-sunken p-3 text-xs break-all whitespace-pre-wrap">
            {key.publicKey}
          </pre>
          <Button variant="secondary" size="small" onClick={() => void copyText(key.publicKey)}>
            Copy the key
          </Button>
        </Collapsible>
      )}
    </div>
  );
}

function VerificationProgress({ since, events, total }: NonNullable<Verification['running']>) {
  const totalText = total === null ? '' : ` of ${total.toLocaleString('en-US')}`;
  return (
    <div role="status" className="grid gap-1.5 text-sm">
      <span>
        Verifying since {formatTime(since)}: {events.toLocaleString('en-US')}
        {totalText} events
      </span>
      <progress
        aria-label="Verification"
        value={total === null ? undefined : events}
        max={total ?? 1}
        className="h-2 w-full max-w-md accent-primary"
      />
    </div>
  );
}
