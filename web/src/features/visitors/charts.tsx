import { Bar, BarChart, CartesianGrid, Pie, PieChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import type { ReactNode } from 'react';

type Slice = { name: string; count: number };

const hueStepDegrees = 25;

const getColour = (index: number) => `oklch(var(--chart) ${(index * hueStepDegrees) % 360})`;
const axisProps = { stroke: 'var(--line)', tick: { fill: 'var(--muted)', fontSize: 12 }, tickLine: false } as const;

/** Visits by state, most first, and by day. */
export function Charts({ states, days }: { states: Slice[]; days: Slice[] }) {
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <Chart title="Visitors by State" empty="No state data available" isEmpty={states.length === 0}>
        <ByState states={states} />
      </Chart>
      <Chart
        title="Visitor Distribution"
        note="Visits per day (UTC)"
        empty="No visitor data available"
        isEmpty={days.every(({ count }) => count === 0)}
      >
        <ByDay days={days} />
      </Chart>
    </div>
  );
}

type ChartProps = { title: string; note?: string; empty: string; isEmpty: boolean; children: ReactNode };

function Chart({ title, note, empty, isEmpty, children }: ChartProps) {
  return (
    <figure className="min-w-0">
      <figcaption className="mb-3 flex flex-wrap items-baseline justify-between gap-x-3 font-semibold">
        {title}
        {note && <span className="text-sm font-normal text-muted">{note}</span>}
      </figcaption>
      {isEmpty ? (
        <p className="grid h-72 place-items-center rounded-xl border border-dashed border-control text-muted">
          {empty}
        </p>
      ) : (
        children
      )}
    </figure>
  );
}

function ByState({ states }: { states: Slice[] }) {
  return (
    <div className="grid items-center gap-4 sm:h-72 sm:grid-cols-[minmax(0,1fr)_minmax(0,11rem)]">
      <ResponsiveContainer aria-hidden="true" className="max-sm:h-56!">
        <PieChart accessibilityLayer={false}>
          <Pie
            data={states.map((entry, index) => ({ ...entry, fill: getColour(index) }))}
            dataKey="count"
            nameKey="name"
            outerRadius="95%"
            stroke={states.length > 1 ? 'var(--surface)' : 'none'}
            isAnimationActive={false}
            rootTabIndex={-1}
          />
          <Tooltip content={<ChartTip />} isAnimationActive={false} />
        </PieChart>
      </ResponsiveContainer>
      <Legend states={states} />
    </div>
  );
}

/** The color of each state, and all numbers: also for users who do not see the charts. */
function Legend({ states }: { states: Slice[] }) {
  return (
    <div
      role="region"
      aria-label="Visitors by State, scrollable"
      tabIndex={0}
      className="max-h-72 overflow-y-auto text-sm max-sm:max-h-none"
    >
      <CountsTable title="State" rows={states} getColour={getColour} />
    </div>
  );
}

type CountsTableProps = { title: string; rows: Slice[]; getColour?: (index: number) => string };

function CountsTable({ title, rows, getColour }: CountsTableProps) {
  return (
    <table className="w-full">
      <thead className="sr-only">
        <tr>
          <th scope="col">{title}</th>
          <th scope="col">Visitors</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, count }, index) => (
          <tr key={name}>
            <th scope="row" className="flex min-w-0 items-center gap-2 py-0.5 text-left font-normal">
              {getColour && (
                <span className="size-3 shrink-0 rounded-sm" style={{ backgroundColor: getColour(index) }} />
              )}
              {name}
            </th>
            <td className="pr-1 text-right text-muted tabular-nums">{count.toLocaleString('en-US')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function ByDay({ days }: { days: Slice[] }) {
  return (
    <>
      <ResponsiveContainer aria-hidden="true" className="h-72!">
        <BarChart data={days} accessibilityLayer={false} margin={{ top: 4, right: 0, bottom: 0, left: 0 }}>
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis dataKey="name" {...axisProps} minTickGap={24} />
          <YAxis {...axisProps} axisLine={false} allowDecimals={false} width={40} />
          <Tooltip content={<ChartTip />} cursor={{ fill: 'var(--sunken)' }} isAnimationActive={false} />
          <Bar dataKey="count" fill="var(--primary)" radius={[4, 4, 0, 0]} maxBarSize={28} isAnimationActive={false} />
        </BarChart>
      </ResponsiveContainer>
      <div className="sr-only">
        <CountsTable title="Day" rows={days} />
      </div>
    </>
  );
}

type ChartTipProps = { active?: boolean; payload?: { payload?: Slice }[] };

function ChartTip({ active, payload }: ChartTipProps) {
  const entry = payload?.[0]?.payload;
  if (!active || !entry) return null;
  return (
    <p className="rounded-lg bg-text px-2.5 py-1.5 text-sm font-medium text-bg shadow-float">
      {entry.name}: {entry.count.toLocaleString('en-US')}
    </p>
  );
}
