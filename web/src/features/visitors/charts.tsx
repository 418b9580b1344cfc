import { Bar, BarChart, CartesianGrid, Pie, PieChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import type { ReactNode } from 'react';

type Slice = { state: string; count: number };

const hueStep = 25;
/** So many bars are legible side by side; the rest is in the pie and in the table. */
const bars = 12;

const colour = (index: number) => `oklch(var(--chart) ${(index * hueStep) % 360})`;
const axis = { stroke: 'var(--line)', tick: { fill: 'var(--muted)', fontSize: 12 }, tickLine: false } as const;

/** Visits by state, most first. */
export function Charts({ states }: { states: Slice[] }) {
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <Chart title="Visitors by State" empty="No state data available" isEmpty={states.length === 0}>
        <ByState states={states} />
      </Chart>
      <Chart title="Visitor Distribution" empty="No visitor data available" isEmpty={states.length === 0}>
        <Distribution states={states.slice(0, bars)} />
      </Chart>
    </div>
  );
}

type ChartProps = { title: string; empty: string; isEmpty: boolean; children: ReactNode };

function Chart({ title, empty, isEmpty, children }: ChartProps) {
  return (
    <figure className="min-w-0">
      <figcaption className="mb-3 font-semibold">{title}</figcaption>
      {isEmpty ? (
        <p className="grid h-72 place-items-center rounded-xl border border-dashed border-control text-muted">
          {empty}
        </p>
      ) : (
        <div aria-hidden="true">{children}</div>
      )}
    </figure>
  );
}

function ByState({ states }: { states: Slice[] }) {
  return (
    <div className="grid items-center gap-4 sm:h-72 sm:grid-cols-[minmax(0,1fr)_minmax(0,11rem)]">
      <ResponsiveContainer className="max-sm:h-56!">
        <PieChart accessibilityLayer={false}>
          <Pie
            data={states.map((slice, index) => ({ ...slice, fill: colour(index) }))}
            dataKey="count"
            nameKey="state"
            outerRadius="95%"
            stroke="var(--surface)"
            isAnimationActive={false}
            rootTabIndex={-1}
          />
          <Tooltip content={<Tip />} isAnimationActive={false} />
        </PieChart>
      </ResponsiveContainer>
      <ul className="grid max-h-72 content-start max-sm:max-h-none gap-1.5 overflow-y-auto text-sm">
        {states.map(({ state, count }, index) => (
          <li key={state} className="flex items-center gap-2">
            <span className="size-3 shrink-0 rounded-sm" style={{ backgroundColor: colour(index) }} />
            <span className="min-w-0 flex-1 truncate">{state}</span>
            <span className="text-muted tabular-nums">{count}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Distribution({ states }: { states: Slice[] }) {
  return (
    <ResponsiveContainer className="h-72!">
      <BarChart data={states} accessibilityLayer={false} margin={{ top: 8, right: 8, bottom: 8, left: -16 }}>
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis dataKey="state" {...axis} interval={0} angle={-35} textAnchor="end" height={84} />
        <YAxis {...axis} allowDecimals={false} axisLine={false} />
        <Tooltip content={<Tip />} cursor={{ fill: 'var(--sunken)' }} isAnimationActive={false} />
        <Bar dataKey="count" fill="var(--primary)" radius={[6, 6, 0, 0]} maxBarSize={48} isAnimationActive={false} />
      </BarChart>
    </ResponsiveContainer>
  );
}

type TipProps = { active?: boolean; payload?: { payload?: Slice }[] };

function Tip({ active, payload }: TipProps) {
  const slice = payload?.[0]?.payload;
  if (!active || !slice) return null;
  return (
    <p className="rounded-lg bg-text px-2.5 py-1.5 text-sm font-medium text-bg shadow-float">
      {slice.state}: {slice.count.toLocaleString('en-US')}
    </p>
  );
}
