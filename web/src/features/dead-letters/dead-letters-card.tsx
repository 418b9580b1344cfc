import { useInfiniteQuery } from '@tanstack/react-query';
import { QueryContent } from '#web/components/query-content.tsx';
import { LoadMore } from '#web/components/load-more.tsx';
import { Card } from '#web/components/ui/card.tsx';
import { DeadLetterRow } from './dead-letter-row.tsx';
import { deadLettersQuery } from './queries.ts';
import { ResendAll } from './resend-all.tsx';
import { ResendProgress } from './resend-progress.tsx';

/** Mails that could not be delivered, and events that could not be processed. */
export function DeadLettersCard() {
  const query = useInfiniteQuery(deadLettersQuery);
  const deadLetters = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const total = query.data?.pages.at(-1)?.total;
  return (
    <Card
      title="Dead Letters"
      description={total !== undefined && describeTotal(total)}
      aside={<ResendAll isOffered={query.hasNextPage || deadLetters.some(({ refusal }) => refusal === null)} />}
    >
      <ResendProgress />
      <QueryContent query={query} loading="Loading the dead letters">
        {() => (
          <>
            {deadLetters.length > 0 && (
              <ul className="grid grid-cols-[minmax(0,1fr)] divide-y divide-line border-t border-line">
                {deadLetters.map((deadLetter) => (
                  <DeadLetterRow key={deadLetter.id} deadLetter={deadLetter} />
                ))}
              </ul>
            )}
            <LoadMore query={query} label="Show older" className="mt-4" />
          </>
        )}
      </QueryContent>
    </Card>
  );
}

function describeTotal(total: number): string {
  if (total === 0) return 'No failed deliveries.';
  return `${total.toLocaleString('en-US')} failed`;
}
