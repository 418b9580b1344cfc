import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { HistoryEvent } from '#domain/history/contract.ts';
import { QueryContent } from '#web/components/query-content.tsx';
import { CausationTree } from './causation-tree.tsx';
import type { HistorySearch } from './filters.ts';
import { eventDetailsQuery } from './queries.ts';

/** Data, metadata, causes and hash of one event. */
export function EventDetails({ event }: { event: HistoryEvent }) {
  return (
    <div className="grid gap-6 bg-sunken px-5 pt-2 pb-6 text-sm sm:px-6 lg:grid-cols-2">
      <Facts event={event} />
      <div className="grid min-w-0 content-start gap-2">
        <h3 className="font-semibold">Data</h3>
        <pre
          tabIndex={0}
          role="region"
          aria-label="Data of the event"
          className="max-h-80 overflow-auto rounded-control border border-line bg-surface p-3 text-xs break-words whitespace-pre-wrap"
        >
          {JSON.stringify(event.data, null, 2)}
        </pre>
      </div>
      <CausationSection position={event.position} />
    </div>
  );
}

function Facts({ event }: { event: HistoryEvent }) {
  const { position, ordinal, stream, type, actor, metadata } = event;
  const nth = ordinal === null || ordinal === position ? '' : ` (event ${ordinal.toLocaleString('en-US')} of the log)`;
  return (
    <dl className="grid grid-cols-[minmax(0,1fr)] content-start gap-x-4 gap-y-2 sm:grid-cols-[7.5rem_minmax(0,1fr)]">
      <Fact name="Position">
        {position}
        {nth}
      </Fact>
      <Fact name="Stream">
        <FilterLink filters={{ stream }}>{stream}</FilterLink>, revision {event.revision}
        <PointInTimeLink stream={stream} position={position} />
      </Fact>
      <Fact name="Type">
        <FilterLink filters={{ type }}>{type}</FilterLink>
      </Fact>
      <Fact name="Actor">
        <FilterLink filters={{ person: actor.id }}>{actor.email ?? actor.id}</FilterLink>
      </Fact>
      <Fact name="Event id">{event.id}</Fact>
      <Fact name="Request">{metadata.requestId ?? 'none'}</Fact>
      <Fact name="Command">{metadata.commandId}</Fact>
      <Fact name="Caused by">{metadata.causationId ?? 'the command alone'}</Fact>
      <Fact name="Correlation">{metadata.correlationId}</Fact>
      <Hash event={event} />
    </dl>
  );
}

/** An event without a hash when it was listed may have one by now. */
function Hash({ event }: { event: HistoryEvent }) {
  const { data } = useQuery(eventDetailsQuery(event.position));
  return (
    <Fact name="Hash">
      <code className="text-xs break-all">{data?.hash ?? event.hash ?? 'pending'}</code>
    </Fact>
  );
}

function CausationSection({ position }: { position: number }) {
  return (
    <div className="min-w-0 lg:col-span-2">
      <h3 className="mb-2 font-semibold">Cause and effect</h3>
      <QueryContent query={useQuery(eventDetailsQuery(position))} loading="Loading causes">
        {({ chain }) => <CausationTree nodes={chain} current={position} />}
      </QueryContent>
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-muted max-sm:mt-1">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  );
}

const subjects = { user: 'user', listing: 'listing', announcement: 'announcement' } as const;

/** Links to the state of the event's user, listing or announcement after the event. */
function PointInTimeLink({ stream, position }: { stream: string; position: number }) {
  const [kind = '', ...rest] = stream.split('-');
  if (!isSubject(kind)) return null;
  return (
    <>
      {' · '}
      <Link
        to="/admin/history/as-of"
        search={{ [subjects[kind]]: rest.join('-') || kind, position }}
        className="font-medium text-primary underline underline-offset-2"
      >
        State at this point
      </Link>
    </>
  );
}

function isSubject(kind: string): kind is keyof typeof subjects {
  return kind in subjects;
}

/** Links to the history of this subject only. */
function FilterLink({ filters, children }: { filters: HistorySearch; children: ReactNode }) {
  return (
    <Link
      to="/admin/history"
      search={filters}
      className="font-medium break-all text-primary underline underline-offset-2"
    >
      {children}
    </Link>
  );
}
