import type { DryRunItem, DryRunResult } from '#domain/source/contract.ts';
import { Badge } from '#web/components/ui/badge.tsx';
import { formatCount } from '#web/lib/format.ts';

const outcomes = {
  accepted: ['New listing', 'primary'],
  duplicate: ['Already known', 'neutral'],
  review: ['Needs review', 'warm'],
  rejected: ['Rejected', 'neutral'],
} as const;

export function TriedItems({ result: { items, total } }: { result: DryRunResult }) {
  if (total === 0) return <p className="text-sm text-muted">No items in this sample.</p>;
  return (
    <div className="grid gap-3">
      <p className="text-sm text-muted">
        {formatCount(total, 'item')}
        {total > items.length && `, showing the first ${items.length}`}
      </p>
      <ol className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {items.map((item, index) => (
          <li key={index} className="grid gap-2 rounded-control border border-line bg-surface p-4">
            <TriedItemRow {...item} />
          </li>
        ))}
      </ol>
    </div>
  );
}

function TriedItemRow(result: DryRunItem) {
  const { item, priceText, place, propertyType, reasons, leftOut, outcome, reason, duplicateOf } = result;
  const [label, tone] = outcomes[outcome];
  const read = [
    propertyType,
    priceText,
    place && [place.city, place.state, place.zipCode].filter(Boolean).join(', '),
  ].filter(Boolean);
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <Badge tone={tone}>{label}</Badge>
        <span className="font-semibold wrap-anywhere">{getTitle(item)}</span>
      </div>
      {reason !== null && (
        <p className="text-sm">
          {reason}
          {duplicateOf && (
            <>
              : <bdi>{duplicateOf.title}</bdi>
            </>
          )}
        </p>
      )}
      {read.length > 0 && <p className="text-sm text-muted">Read as {read.join(', ')}</p>}
      {reasons.length > 0 && (
        <ul aria-label="Quoted words" className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
          {reasons.map(({ says, quote }) => (
            <li key={`${says} ${quote}`} className="wrap-anywhere">
              {says} <q className="text-muted">{quote}</q>
            </li>
          ))}
        </ul>
      )}
      {leftOut.length > 0 && (
        <ul aria-label="Fields left out" className="grid gap-1 text-sm">
          {leftOut.map(({ field, value, reason: why }) => (
            <li key={field} className="wrap-anywhere">
              Left out: {why} <q className="text-muted">{value}</q>
            </li>
          ))}
        </ul>
      )}
      <details className="text-sm">
        <summary className="min-h-6 cursor-pointer text-muted">Fields</summary>
        <pre
          className="mt-2 overflow-x-auto rounded-control bg-sunken p-3 whitespace-pre-wrap wrap-anywhere"
          tabIndex={0}
        >
          {JSON.stringify(item, null, 2)}
        </pre>
      </details>
    </>
  );
}

function getTitle(item: unknown): string {
  const title = typeof item === 'object' && item !== null && 'title' in item ? item.title : null;
  return typeof title === 'string' && title !== '' ? title : 'Untitled';
}
