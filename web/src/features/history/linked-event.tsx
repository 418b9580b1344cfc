import { useQuery } from '@tanstack/react-query';
import { ErrorView } from '#web/components/error-view.tsx';
import { Spinner } from '#web/components/ui/spinner.tsx';
import { EventRow } from './event-row.tsx';
import { eventDetailsQuery } from './queries.ts';

type LinkedEventProps = { position: number; isOpen: boolean; onToggle: (position: number) => void };

/** Not one of the virtual rows. */
const skipMeasure = () => undefined;

/** The event that a link opens, shown before the newest of the list. */
export function LinkedEvent({ position, isOpen, onToggle }: LinkedEventProps) {
  const { data, error, refetch } = useQuery(eventDetailsQuery(position));
  return (
    <section aria-label="The event of the link" className="border-b-4 border-line">
      {data && (
        <ul>
          <EventRow event={data} index={0} gap={0} isOpen={isOpen} onToggle={onToggle} measure={skipMeasure} />
        </ul>
      )}
      {!data && !error && <Spinner label="Loading the event of the link" />}
      {!data && error && <ErrorView message={error.message} retry={refetch} />}
    </section>
  );
}
