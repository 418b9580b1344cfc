import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { AsOfAnswer, EventMoments } from '#domain/history/point-in-time.contract.ts';
import { ErrorView } from '#web/components/error-view.tsx';
import { Badge } from '#web/components/ui/badge.tsx';
import { Card } from '#web/components/ui/card.tsx';
import { Spinner } from '#web/components/ui/spinner.tsx';
import { PointInTimeForm } from './point-in-time-form.tsx';
import { EventSlider } from './event-slider.tsx';
import { pointInTimeQuery, subjectHistoryQuery } from './queries.ts';
import { type PointInTimeSearch, toPointInTimeSearch, type HistorySubject } from './search.ts';
import { StateTable } from './state-table.tsx';

type Moment = Pick<PointInTimeSearch, 'position' | 'at'>;
type SubjectHistoryViewProps = { subject: HistorySubject; moment: Moment };

/** The state of a user, a listing or the announcement at a point in time, with navigation through all its events. */
export function SubjectHistoryView({ subject, moment }: SubjectHistoryViewProps) {
  const past = useQuery(subjectHistoryQuery(subject));
  const pointInTime = useQuery(pointInTimeQuery(subject, moment));
  const go = useGo(subject);
  const isNow = moment.position === undefined && moment.at === undefined;
  if (past.isPending) return <Spinner label="Loading its history" />;
  if (!past.data) return <ErrorView message={past.error.message} retry={past.refetch} />;
  if (pointInTime.error && !isNow) return <ErrorView message={pointInTime.error.message} retry={pointInTime.refetch} />;
  const { moments = noMoments } = past.data;
  const visibleAnswer = isNow ? past.data : (pointInTime.data ?? past.data);
  const total = moments.positions.length;
  const eventCount = countEventsUntil(moments, moment);
  return (
    <>
      <Card
        title={visibleAnswer.subject.name}
        aside={<StatusBadge status={visibleAnswer.status} isNow={eventCount === total} />}
      >
        {total === 0 ? (
          <p className="text-muted">No events yet.</p>
        ) : (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
            <EventSlider
              moments={moments}
              count={eventCount}
              event={visibleAnswer.event}
              onCount={(count) => go(() => ({ position: findPosition(moments, count) }))}
              onStep={(by) =>
                go((latest) => ({ position: findPosition(moments, countEventsUntil(moments, latest) + by) }))
              }
            />
            <PointInTimeForm onSelect={(when) => go(() => when)} />
          </div>
        )}
      </Card>
      <Card title="State at this point" description={describeAnswer(visibleAnswer)} aria-busy={pointInTime.isFetching}>
        <div className="-mx-5 -mb-5 overflow-hidden rounded-b-card sm:-mx-6 sm:-mb-6">
          <StateTable answer={visibleAnswer} />
        </div>
      </Card>
    </>
  );
}

/** Goes to another point in time, which may depend on that of the address. */
function useGo(subject: HistorySubject) {
  const navigate = useNavigate({ from: '/admin/history/as-of' });
  return (toWhen: (latest: Moment) => Parameters<typeof toPointInTimeSearch>[1]) => {
    const search = (latest: Moment) => toPointInTimeSearch(subject, toWhen(latest));
    void navigate({ search, replace: true, resetScroll: false });
  };
}

const noMoments: EventMoments = { positions: [], times: [] };

/** The position of the event with this number; 0 before the first. */
function findPosition({ positions }: EventMoments, count: number): number {
  return positions[Math.min(positions.length, Math.max(0, count)) - 1] ?? 0;
}

function countEventsUntil({ positions, times }: EventMoments, { position, at }: Moment): number {
  if (position !== undefined) return positions.findLastIndex((one) => one <= position) + 1;
  if (at === undefined) return positions.length;
  const time = Date.parse(/^\d{4}-\d{2}-\d{2}$/.test(at) ? `${at}T23:59:59.999Z` : at);
  return times.findLastIndex((one) => Date.parse(one) <= time) + 1;
}

function describeAnswer({ status, changes, previous }: AsOfAnswer): string {
  if (status === 'not yet') return 'Did not exist yet.';
  if (status === 'deleted') return 'Deleted by this event. Its last state is below.';
  if (previous === null) return 'Created by this event.';
  if (changes.length === 0) return 'This event changed no field shown here.';
  return `This event changed ${changes.length === 1 ? 'one line' : `${changes.length} lines`}, marked as changed.`;
}

function StatusBadge({ status, isNow }: { status: AsOfAnswer['status']; isNow: boolean }) {
  if (status === 'deleted') return <Badge tone="warm">Deleted</Badge>;
  if (status === 'not yet') return <Badge>Did not exist yet</Badge>;
  return isNow ? <Badge tone="primary">Now</Badge> : <Badge>At this point</Badge>;
}
