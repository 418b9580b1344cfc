import { useInfiniteQuery } from '@tanstack/react-query';
import { ErrorView } from '#web/components/error-view.tsx';
import { LoadMore } from '#web/components/load-more.tsx';
import { Card } from '#web/components/ui/card.tsx';
import { Spinner } from '#web/components/ui/spinner.tsx';
import { DeadLetterRow } from './dead-letter-row.tsx';
import { deadLettersQuery } from './queries.ts';
import { ResendAll } from './resend-all.tsx';

/** Mails that could not be delivered, and events that could not be processed. */
export function DeadLettersCard() {
  const query = useInfiniteQuery(deadLettersQuery);
  const { data, error, refetch } = query;
  if (!data) {
    return (
      <Card title="Dead Letters">
        {error ? <ErrorView message={error.message} retry={refetch} /> : <Spinner label="Loading the dead letters" />}
      </Card>
    );
  }
  const deadLetters = data.pages.flatMap(({ items }) => items);
  return (
    <Card
      title="Dead Letters"
      description={formatCount(data.pages.at(-1)?.total ?? 0)}
      aside={deadLetters.some(({ refusal }) => refusal === null) && <ResendAll />}
    >
      {deadLetters.length > 0 && (
        <ul className="grid grid-cols-[minmax(0,1fr)] divide-y divide-line border-t border-line">
          {deadLetters.map((letter) => (
            <DeadLetterRow key={letter.id} deadLetter={letter} />
          ))}
        </ul>
      )}
      <LoadMore query={query} label="Show older ones" className="mt-4" />
    </Card>
  );
}

function formatCount(total: number): string {
  if (total === 0) return 'Nothing has failed for good. What could not be delivered shows up here.';
  return total === 1 ? '1 that failed for good' : `${total.toLocaleString('en-US')} that failed for good`;
}
