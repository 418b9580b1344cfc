import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ManualEntryPreview, manualEntryPath, manualEntryPreview } from '#domain/listing/manual-entry.contract.ts';
import { QuotedWords } from '#web/components/quoted-words.tsx';
import { Badge } from '#web/components/ui/badge.tsx';
import { Card } from '#web/components/ui/card.tsx';
import { sendAndParse } from '#web/lib/api/api.ts';
import { capitalize } from '#web/lib/capitalize.ts';
import { formatDollars } from '#web/lib/format.ts';
import { useDebouncedValue } from '#web/lib/hooks/use-debounced-value.ts';
import { toEntryBody, type EntryDraft } from './draft.ts';

const typingDebounceMs = 400;

/** How the scout classifies the listing, as it is typed. */
export function ClassificationPreview({ draft }: { draft: EntryDraft }) {
  const debouncedDraft = useDebouncedValue(draft, typingDebounceMs);
  const { title, details } = debouncedDraft;
  // Incomplete addresses are invalid, and the rules do not read them.
  const body = toEntryBody({ ...debouncedDraft, link: '', imageUrl: '' });
  const hasWords = `${title}${details}`.trim() !== '';
  const { data, error } = useQuery({
    queryKey: ['entry-preview', body],
    queryFn: () => sendAndParse(manualEntryPreview, 'POST', `${manualEntryPath}?dryRun=1`, body),
    enabled: hasWords,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  return (
    <Card title="What the Scout Says" className="lg:sticky lg:min-h-80 lg:top-24 lg:self-start">
      {!hasWords && <p className="text-pretty text-muted">Enter a title to preview how it will be classified.</p>}
      {hasWords && error && <p className="text-pretty text-muted">{error.message}</p>}
      {hasWords && !error && data && <ClassificationResult preview={data} />}
    </Card>
  );
}

const verdictTexts = {
  match: { tone: 'primary', text: 'Would go out' },
  review: { tone: 'warm', text: 'Would wait for review' },
  reject: { tone: 'neutral', text: 'Would be rejected' },
} as const;

function ClassificationResult({
  preview: { verdict, reason, price, propertyType, place, reasons },
}: {
  preview: ManualEntryPreview;
}) {
  const { tone, text } = verdictTexts[verdict];
  const area = place && [place.city, place.state, place.zipCode].filter((part) => part !== null).join(', ');
  const facts = [
    ['Type', propertyType && capitalize(propertyType)],
    ['Price', price === null ? null : formatDollars(price)],
    ['Place', area],
  ] as const;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div role="status" className="grid gap-2">
        <div>
          <Badge tone={tone}>{text}</Badge>
        </div>
        {reason !== null && <p className="text-sm text-pretty">{reason}</p>}
      </div>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1.5">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="font-semibold break-words">{value ?? 'Not read'}</dd>
          </div>
        ))}
      </dl>
      <QuotedWords reasons={reasons} />
    </div>
  );
}
