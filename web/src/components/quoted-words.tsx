import { Badge } from './ui/badge.tsx';

/** The words that the rules matched, each with its interpretation. */
export function QuotedWords({ reasons }: { reasons: { says: string; quote: string }[] }) {
  if (reasons.length === 0) return null;
  return (
    <ul aria-label="Quoted words" className="flex flex-wrap gap-x-4 gap-y-2 text-sm">
      {reasons.map(({ says, quote }) => (
        <li key={`${says} ${quote}`} className="flex min-w-0 flex-wrap items-center gap-2">
          <Badge>{says}</Badge>
          <q className="min-w-0 break-words text-muted">{quote}</q>
        </li>
      ))}
    </ul>
  );
}
