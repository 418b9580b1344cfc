import { useQuery } from '@tanstack/react-query';
import { QueryContent } from '#web/components/query-content.tsx';
import { EventRow } from './event-row.tsx';
import { eventDetailsQuery } from './queries.ts';

type LinkedEventProps = { position: number; isOpen: boolean; onToggle: (position: number) => void };

/** Not one of the virtual rows. */
const skipMeasure = () => undefined;

/** The event that a link opens, shown before the newest of the list. */
export function LinkedEvent({ position, isOpen, onToggle }: LinkedEventProps) {
  return (
    <section aria-label="Linked event" className="border-b-4 border-line">
      <QueryContent query={useQuery(eventDetailsQuery(position))} loading="Loading the linked event">
        {(event) => (
          <ul>
            <EventRow event={event} index={0} gap={0} isOpen={isOpen} onToggle={onToggle} measure={skipMeasure} />
          </ul>
        )}
      </QueryContent>
    </section>
  );
}
