import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState, useCallback } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { HistoryEvent } from '#domain/history/contract.ts';
import { Button } from '#web/components/ui/button.tsx';
import { formatCount } from '#web/lib/format.ts';
import { useLoadAtEnd } from '#web/lib/hooks/use-load-at-end.ts';
import { useVirtualRows } from '#web/lib/hooks/use-virtual-rows.ts';
import { QueryContent } from '#web/components/query-content.tsx';
import { EventRow } from './event-row.tsx';
import type { HistoryFilters } from './filters.ts';
import { eventDetailsQuery, newEventsQuery, prependNewEvents } from './queries.ts';

type EventListProps = {
  filters: HistoryFilters;
  events: HistoryEvent[];
  /** The position of the event that the address opens, and how to open another one. */
  openPosition: number | null;
  onOpen: (position: number | null) => void;
  onEnd: () => void;
  /** Content after the last event. */
  children: ReactNode;
};

const rowHeight = 64;
/** In pixels: closer to the top than this, the user is not reading further down. */
const nearTopPx = 8;

/**
 * Events in a scroll container; new ones are added on top automatically only if that moves nothing that is being read.
 */
export function EventList({ filters, events, openPosition: linked, onOpen, onEnd, children }: EventListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const { open, toggle } = useOpenEvents(linked, onOpen);
  // An event beyond the first loaded page is shown before the others.
  const [ahead] = useState(() => (events.some(({ position }) => position === linked) ? null : linked));
  const [isAtTop, setIsAtTop] = useState(true);
  const newEvents = useNewEvents(filters, events);
  const rows = useVirtualRows({ items: events, rowHeight, scroller, isPinned: ({ position }) => open.has(position) });
  useLoadAtEnd(rows.shown.at(-1)?.index ?? 0, events.length, onEnd);

  const isReading = !isAtTop || open.size > 0;
  useEffect(() => {
    if (newEvents.count > 0 && !isReading) newEvents.take();
  }, [newEvents, isReading]);
  const scrollToTop = () => {
    scroller.current?.scrollTo({ top: 0 });
    scroller.current?.focus({ preventScroll: true });
  };
  const showNewEvents = () => {
    newEvents.take();
    scrollToTop();
  };

  return (
    <div className="relative -mx-5 -mb-5 sm:-mx-6 sm:-mb-6">
      <NewEventsChip count={isReading ? newEvents.count : 0} onClick={showNewEvents} />
      <div
        ref={scroller}
        role="region"
        aria-label="Events, scrollable"
        tabIndex={0}
        onScroll={({ currentTarget }) => setIsAtTop(currentTarget.scrollTop <= nearTopPx)}
        className="relative max-h-[max(30rem,calc(100dvh-8rem))] overflow-auto rounded-b-card border-t border-line [overflow-anchor:none]"
      >
        {events.length === 0 && <NoEvents isFiltered={Object.keys(filters).length > 0} />}
        {ahead !== null && (
          <LinkedEvent position={ahead} isUtc={filters.zone === 'utc'} isOpen={open.has(ahead)} onToggle={toggle} />
        )}
        <ol onKeyDown={moveFocusByArrows}>
          {rows.shown.map(({ item, index, gap }) => (
            <EventRow
              key={item.position}
              event={item}
              isUtc={filters.zone === 'utc'}
              index={index}
              gap={gap}
              isOpen={open.has(item.position)}
              measure={rows.measure}
              onToggle={toggle}
            />
          ))}
          {rows.after > 0 && <li aria-hidden="true" style={{ height: rows.after }} />}
        </ol>
        {children}
      </div>
      {!isAtTop && <BackToTop onClick={scrollToTop} />}
    </div>
  );
}

/** Which events are open; the address holds the one opened last. */
function useOpenEvents(linked: number | null, onOpen: (position: number | null) => void) {
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set(linked === null ? [] : [linked]));
  const toggle = (position: number) => {
    const next = new Set(open);
    if (!next.delete(position)) next.add(position);
    setOpen(next);
    onOpen([...next].at(-1) ?? null);
  };
  return { open, toggle };
}

function BackToTop({ onClick }: { onClick: () => void }) {
  return (
    <Button
      variant="secondary"
      size="small"
      className="absolute right-5 bottom-4 z-20 animate-appear rounded-full shadow-float"
      onClick={onClick}
    >
      Back to top
    </Button>
  );
}

function NoEvents({ isFiltered }: { isFiltered: boolean }) {
  return (
    <p className="grid h-40 place-items-center px-5 text-center text-muted">
      {isFiltered ? 'No events match these filters. Change or clear them.' : 'No events yet.'}
    </p>
  );
}

function NewEventsChip({ count, onClick }: { count: number; onClick: () => void }) {
  return (
    <div role="status" className="pointer-events-none absolute inset-x-0 top-3 z-20 flex justify-center">
      {count > 0 && (
        <Button size="small" className="pointer-events-auto animate-appear rounded-full shadow-float" onClick={onClick}>
          {formatCount(count, 'new event')}
        </Button>
      )}
    </div>
  );
}

/** The arrow keys move from event to event. */
function moveFocusByArrows(event: KeyboardEvent<HTMLOListElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const isRow = event.target instanceof HTMLElement && event.target.hasAttribute('data-event');
  if (step === undefined || !isRow) return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-event]')];
  const next = rows[rows.findIndex((row) => row === event.target) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

type LinkedEventProps = { position: number; isUtc: boolean; isOpen: boolean; onToggle: (position: number) => void };

/** Not one of the virtual rows. */
const skipMeasure = () => undefined;

/** The event that a link opens, shown before the newest of the list. */
function LinkedEvent({ position, ...row }: LinkedEventProps) {
  return (
    <section aria-label="Linked event" className="border-b-4 border-line">
      <QueryContent query={useQuery(eventDetailsQuery(position))} loading="Loading the linked event">
        {(event) => (
          <ul>
            <EventRow event={event} index={0} gap={0} {...row} measure={skipMeasure} />
          </ul>
        )}
      </QueryContent>
    </section>
  );
}

/** The events since the list was loaded, and how to prepend them. */
function useNewEvents(filters: HistoryFilters, events: HistoryEvent[]) {
  const queryClient = useQueryClient();
  const { data } = useQuery(newEventsQuery(filters, events[0]?.position ?? 0));
  const newEvents = data?.items;
  const take = useCallback(() => {
    if (newEvents) void prependNewEvents(queryClient, filters, newEvents);
  }, [queryClient, filters, newEvents]);
  return { count: newEvents?.length ?? 0, take };
}
