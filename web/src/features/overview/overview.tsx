import { Link } from '@tanstack/react-router';
import type { OverviewView } from '#domain/overview.contract.ts';
import { listFigures } from './figures.ts';

/** What matters today; each figure leads to its list. Without an `overview`, dashes. */
export function Overview({ overview, mayOpenLog }: { overview: OverviewView | undefined; mayOpenLog: boolean }) {
  return (
    <section aria-label="Overview">
      <ul className="grid grid-cols-2 gap-px overflow-hidden rounded-card border border-line bg-line shadow-card sm:grid-cols-4 xl:grid-cols-8">
        {listFigures(overview, mayOpenLog).map(({ label, value, link }) => (
          <li key={label} className="grid bg-surface">
            <Link {...link} className="px-4 py-3.5 -outline-offset-2 hover:bg-sunken">
              <span className="block min-h-8 text-2xl font-semibold tracking-tight tabular-nums">{value ?? '–'}</span>
              <span className="block text-sm text-muted">{label}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
