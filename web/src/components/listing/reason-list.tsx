import { CheckIcon } from '#web/components/ui/page-icons.tsx';

/** What a listing fits, one short sentence each. */
export function ReasonList({ reasons }: { reasons: readonly string[] }) {
  return (
    <ul className="grid gap-1 text-sm text-muted">
      {reasons.map((reason) => (
        <li key={reason} className="flex gap-2">
          <CheckIcon className="mt-[0.25em] size-3.5 shrink-0 text-positive" />
          <span className="min-w-0 break-words">{reason}</span>
        </li>
      ))}
    </ul>
  );
}
