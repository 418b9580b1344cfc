import type { VisitorDay } from '#domain/visit/admin.contract.ts';
import { summarizeFunnel } from './funnel.ts';

/** How many visits, registrations and active memberships there were, each with its share of the one before. */
export function MemberFunnel({ days, period }: { days: VisitorDay[]; period: string }) {
  return (
    <div>
      <h3 className="font-semibold">From visit to membership</h3>
      <p className="text-sm text-muted">{period}, in UTC</p>
      <ol className="mt-3 grid gap-2 sm:grid-cols-3">
        {summarizeFunnel(days).map(({ label, count, share }) => (
          <li key={label} className="flex flex-wrap items-baseline gap-x-2 border-l-4 border-primary py-1 pl-3">
            <span className="text-xl font-semibold tabular-nums">{count.toLocaleString('en-US')}</span>
            <span>{label}</span>
            {share && <span className="text-sm text-muted">{share}</span>}
          </li>
        ))}
      </ol>
    </div>
  );
}
