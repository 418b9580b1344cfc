import { useQuery } from '@tanstack/react-query';
import type { ManualEntryPreview } from '#domain/listing/manual-entry.contract.ts';
import { QuotedWords } from '#web/components/quoted-words.tsx';
import { Badge } from '#web/components/ui/badge.tsx';
import { Card } from '#web/components/ui/card.tsx';
import { capitalize } from '#domain/shared/capitalize.contract.ts';
import { formatCount } from '#web/lib/format.ts';
import { useDebouncedValue } from '#web/lib/hooks/use-debounced-value.ts';
import type { EntryDraft } from './draft.ts';
import { entryPreviewQuery } from './queries.ts';

const typingDebounceMs = 400;

/** How the scout classifies the listing, as it is typed. */
export function ClassificationPreview({ draft }: { draft: EntryDraft }) {
  const query = entryPreviewQuery(useDebouncedValue(draft, typingDebounceMs));
  const { data, error } = useQuery(query);
  const hasWords = query.enabled === true;
  return (
    <Card title="Scout’s verdict" className="lg:sticky lg:min-h-80 lg:top-24 lg:self-start">
      {!hasWords && <p className="text-pretty text-muted">Enter a title to see how the scout reads it.</p>}
      {hasWords && error && <p className="text-pretty text-muted">{error.message}</p>}
      {hasWords && !error && data && <ClassificationResult preview={data} />}
    </Card>
  );
}

const verdictTexts = {
  match: { tone: 'primary', text: 'Will be sent to members' },
  review: { tone: 'warm', text: 'Will go to review' },
  reject: { tone: 'neutral', text: 'Will be rejected' },
} as const;

function ClassificationResult({
  preview: { verdict, reason, alertCount, priceText, propertyType, place, reasons },
}: {
  preview: ManualEntryPreview;
}) {
  const { tone, text } = verdictTexts[verdict];
  const area = place && [place.city, place.state, place.zipCode].filter((part) => part !== null).join(', ');
  const facts = [
    ['Type', propertyType && capitalize(propertyType)],
    ['Price', priceText],
    ['Place', area],
  ] as const;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div role="status" className="grid gap-2">
        <div>
          <Badge tone={tone}>{text}</Badge>
        </div>
        {verdict === 'match' && (
          <p className="text-sm">
            {alertCount === null ? 'Counting members…' : `Would alert ${formatCount(alertCount, 'member')}`}
          </p>
        )}
        {reason !== null && <p className="text-sm text-pretty">{reason}</p>}
      </div>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1.5">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="font-semibold break-words">{value ?? 'Not found'}</dd>
          </div>
        ))}
      </dl>
      <QuotedWords reasons={reasons} />
    </div>
  );
}
