import type { VisitorDay } from '#domain/visit/admin.contract.ts';

type Step = { label: string; count: number; share: string | null };

const steps = [
  { field: 'visits', label: 'visits' },
  { field: 'registrations', label: 'registrations' },
  { field: 'memberships', label: 'active memberships' },
] as const;

/** The totals of the days. A step that is larger than the one before, as after an import, has no share. */
export function summarizeFunnel(days: VisitorDay[]): Step[] {
  const totals = steps.map(({ field }) => days.reduce((sum, day) => sum + day[field], 0));
  return steps.map(({ label }, index) => {
    const count = totals[index] ?? 0;
    const before = totals[index - 1] ?? 0;
    const share =
      before > 0 && count <= before ? `${formatPercent(count / before)} of ${steps[index - 1]?.label}` : null;
    return { label, count, share };
  });
}

function formatPercent(share: number): string {
  return share.toLocaleString('en-US', { style: 'percent', maximumFractionDigits: 1 });
}
