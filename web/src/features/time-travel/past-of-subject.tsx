import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { AsOfAnswer, Moments } from '#domain/time-travel/contract.ts';
import { ErrorView } from '#web/components/error-view.tsx';
import { Badge } from '#web/components/ui/badge.tsx';
import { Card } from '#web/components/ui/card.tsx';
import { Spinner } from '#web/components/ui/spinner.tsx';
import { MomentForm } from './moment-form.tsx';
import { PastSlider } from './past-slider.tsx';
import { momentQuery, pastQuery } from './queries.ts';
import { type PastSearch, searchFor, type Subject } from './search.ts';
import { StateTable } from './state-table.tsx';

type PastOfSubjectProps = { subject: Subject; moment: Pick<PastSearch, 'position' | 'at'> };

/** A user, a listing or the announcement at a moment, and the way through all of its moments. */
export function PastOfSubject({ subject, moment }: PastOfSubjectProps) {
  const past = useQuery(pastQuery(subject));
  const then = useQuery(momentQuery(subject, moment));
  const navigate = useNavigate({ from: '/admin/history/as-of' });
  const isNow = moment.position === undefined && moment.at === undefined;
  const go = (when: Parameters<typeof searchFor>[1]) => {
    void navigate({ search: searchFor(subject, when), replace: true, resetScroll: false });
  };
  if (past.isPending) return <Spinner label="Loading its history" />;
  if (!past.data) return <ErrorView message={past.error.message} retry={past.refetch} />;
  if (then.error && !isNow) return <ErrorView message={then.error.message} retry={then.refetch} />;
  const { moments = noMoments } = past.data;
  const shown = isNow ? past.data : (then.data ?? past.data);
  const total = moments.positions.length;
  const wanted = countAt(moments, moment);
  return (
    <>
      <Card title={shown.subject.name} aside={<StatusBadge status={shown.status} isNow={wanted === total} />}>
        {total === 0 ? (
          <p className="text-muted">Nothing has happened to it yet.</p>
        ) : (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
            <PastSlider
              moments={moments}
              count={wanted}
              event={shown.event}
              onCount={(count) => go({ position: moments.positions[count - 1] ?? 0 })}
            />
            <MomentForm onMoment={go} />
          </div>
        )}
      </Card>
      <Card title="What It Was" description={descriptionOf(shown)} aria-busy={then.isFetching}>
        <div className="-mx-5 -mb-5 overflow-hidden rounded-b-card sm:-mx-6 sm:-mb-6">
          <StateTable answer={shown} />
        </div>
      </Card>
    </>
  );
}

const noMoments: Moments = { positions: [], times: [] };

function countAt({ positions, times }: Moments, { position, at }: PastOfSubjectProps['moment']): number {
  if (position !== undefined) return positions.findLastIndex((one) => one <= position) + 1;
  if (at === undefined) return positions.length;
  const time = Date.parse(/^\d{4}-\d{2}-\d{2}$/.test(at) ? `${at}T23:59:59.999Z` : at);
  return times.findLastIndex((one) => Date.parse(one) <= time) + 1;
}

function descriptionOf({ status, changes, previous }: AsOfAnswer): string {
  if (status === 'not yet') return 'There was nothing yet.';
  if (status === 'deleted') return 'This event deleted it. Below is what it was before.';
  if (previous === null) return 'With this event it began.';
  if (changes.length === 0) return 'This event changed nothing that is shown here.';
  return `This event changed ${changes.length === 1 ? 'one line' : `${changes.length} lines`}, marked as changed.`;
}

function StatusBadge({ status, isNow }: { status: AsOfAnswer['status']; isNow: boolean }) {
  if (status === 'deleted') return <Badge tone="warm">Deleted</Badge>;
  if (status === 'not yet') return <Badge>Not there yet</Badge>;
  return isNow ? <Badge tone="primary">As it is now</Badge> : <Badge>As it was then</Badge>;
}
