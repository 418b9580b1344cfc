import { memo } from 'react';
import type { HistoryEvent } from '#domain/history/contract.ts';
import { formatEventType } from '#domain/history/event-type.contract.ts';
import { Badge } from '#web/components/ui/badge.tsx';
import { ChevronDownIcon } from '#web/components/ui/icons.tsx';
import { joinClasses } from '#web/lib/join-classes.ts';
import { formatTime, formatUtcTime } from '#web/lib/format.ts';
import { EventDetails } from './event-details.tsx';

type EventRowProps = {
  event: HistoryEvent;
  index: number;
  /** Height in pixels of the rows omitted before this one. */
  gap: number;
  isUtc: boolean;
  isOpen: boolean;
  measure: (element: Element | null) => void;
  onToggle: (position: number) => void;
};

/** An event as a sentence; if open, with all its details. */
export const EventRow = memo(function EventRow({ event, index, gap, isUtc, isOpen, measure, onToggle }: EventRowProps) {
  const { position, at, type, sentence, actor } = event;
  return (
    <>
      {gap > 0 && <li aria-hidden="true" style={{ height: gap }} />}
      <li ref={measure} data-index={index} className="border-b border-line">
        <button
          type="button"
          data-event={position}
          aria-expanded={isOpen}
          onClick={() => onToggle(position)}
          className={joinClasses(
            'grid w-full grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 px-5 py-3 text-left text-sm sm:px-6',
            'hover:bg-sunken focus-visible:outline-offset-[-2px] lg:grid-cols-[11.5rem_11rem_minmax(0,1fr)_11rem_4.5rem_auto]',
            isOpen && 'bg-sunken',
          )}
        >
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1 lg:contents">
            <time dateTime={at} className="whitespace-nowrap text-muted">
              {isUtc ? formatUtcTime(at) : formatTime(at)}
            </time>
            <span className="min-w-0">
              <Badge>{formatEventType(type)}</Badge>
            </span>
          </span>
          <span className="col-start-1 min-w-0 break-words lg:col-start-auto">
            {sentence}
            <span className="text-muted lg:sr-only">, by {actor.email ?? actor.id}</span>
          </span>
          <span aria-hidden="true" className="truncate text-muted max-lg:hidden">
            {actor.email ?? actor.id}
          </span>
          <span className="text-right text-xs text-muted max-lg:hidden">#{position}</span>
          <ChevronDownIcon
            className={joinClasses(
              'col-start-2 row-span-2 row-start-1 text-muted transition-transform lg:col-start-auto lg:row-auto',
              isOpen && 'rotate-180',
            )}
          />
        </button>
        {isOpen && <EventDetails event={event} />}
      </li>
    </>
  );
});
