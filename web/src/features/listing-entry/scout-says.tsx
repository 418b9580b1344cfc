import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type EntryPreview, entryPath, entryPreview } from '#domain/listing/entry.contract.ts';
import { QuotedWords } from '#web/components/quoted-words.tsx';
import { Badge } from '#web/components/ui/badge.tsx';
import { Card } from '#web/components/ui/card.tsx';
import { sendFor } from '#web/lib/api/api.ts';
import { capital } from '#web/lib/capital.ts';
import { formatDollars } from '#web/lib/format.ts';
import { useSettled } from '#web/lib/hooks/settled.ts';
import { bodyOf, type Draft } from './draft.ts';

const typingPause = 400;

/** How the scout reads what is typed, as it is typed. */
export function ScoutSays({ draft }: { draft: Draft }) {
  const settled = useSettled(draft, typingPause);
  const { title, details } = settled;
  // Addresses that are half typed are none, and the rules do not look at them.
  const body = bodyOf({ ...settled, link: '', imageUrl: '' });
  const hasWords = `${title}${details}`.trim() !== '';
  const { data, error } = useQuery({
    queryKey: ['entry-preview', body],
    queryFn: () => sendFor(entryPreview, 'POST', `${entryPath}?dryRun=1`, body),
    enabled: hasWords,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  return (
    <Card title="What the Scout Says" className="lg:sticky lg:min-h-80 lg:top-24 lg:self-start">
      {!hasWords && <p className="text-pretty text-muted">Type a title: how it is read shows up here.</p>}
      {hasWords && error && <p className="text-pretty text-muted">{error.message}</p>}
      {hasWords && !error && data && <Said said={data} />}
    </Card>
  );
}

const verdicts = {
  match: { tone: 'primary', text: 'Would go out' },
  review: { tone: 'warm', text: 'Would wait for review' },
  reject: { tone: 'neutral', text: 'Would be rejected' },
} as const;

function Said({ said: { verdict, reason, price, propertyType, place, reasons } }: { said: EntryPreview }) {
  const { tone, text } = verdicts[verdict];
  const area = place && [place.city, place.state, place.zipCode].filter((part) => part !== null).join(', ');
  const facts = [
    ['Type', propertyType && capital(propertyType)],
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
