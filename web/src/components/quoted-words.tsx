import { Badge } from './ui/badge.tsx';

/** The words that the rules matched, each with its interpretation. */
export function QuotedWords({ reasons }: { reasons: { says: string; quote: string }[] }) {
  if (reasons.length === 0) return null;
  return (
    <ul aria-label="Quoted words" className="flex flex-wrap gap-x-4 gap-y-1.5 text-sm">
      {reasons.map(({ says, quote }) => (
        <li key={`${says} ${quote}`} className="max-w-full min-w-0 break-words">
          <Badge>{says}</Badge> <q className="ml-1 text-muted">{quote}</q>
        </li>
      ))}
    </ul>
  );
}
