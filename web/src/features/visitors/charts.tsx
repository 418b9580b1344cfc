import { Bar, BarChart, CartesianGrid, Pie, PieChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import type { ReactNode } from 'react';

type Slice = { state: string; count: number };

const hueStepDegrees = 25;
/** At most this many bars are legible; the rest is in the pie chart and its legend. */
const maxBars = 12;

const getColour = (index: number) => `oklch(var(--chart) ${(index * hueStepDegrees) % 360})`;
const axisProps = { stroke: 'var(--line)', tick: { fill: 'var(--muted)', fontSize: 12 }, tickLine: false } as const;

/** Visits by state, most first. */
export function Charts({ states }: { states: Slice[] }) {
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <Chart title="Visitors by State" empty="No state data available" isEmpty={states.length === 0}>
        <ByState states={states} />
      </Chart>
      <Chart title="Visitor Distribution" empty="No visitor data available" isEmpty={states.length === 0}>
        <Distribution states={states.slice(0, maxBars)} />
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
            data={states.map((stateCount, index) => ({ ...stateCount, fill: getColour(index) }))}
            dataKey="count"
            nameKey="state"
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
      <table className="w-full">
        <thead className="sr-only">
          <tr>
            <th scope="col">State</th>
            <th scope="col">Visitors</th>
          </tr>
        </thead>
        <tbody>
          {states.map(({ state, count }, index) => (
            <tr key={state}>
              <th scope="row" className="flex min-w-0 items-center gap-2 py-0.5 text-left font-normal">
                <span className="size-3 shrink-0 rounded-sm" style={{ backgroundColor: getColour(index) }} />
                {state}
              </th>
              <td className="pr-1 text-right text-muted tabular-nums">{count.toLocaleString('en-US')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Distribution({ states }: { states: Slice[] }) {
  return (
    <ResponsiveContainer aria-hidden="true" className="h-72!">
      <BarChart data={states} layout="vertical" accessibilityLayer={false} margin={{ top: 0, right: 16, bottom: 0 }}>
        <CartesianGrid horizontal={false} stroke="var(--line)" />
        <XAxis type="number" {...axisProps} allowDecimals={false} />
        <YAxis type="category" dataKey="state" {...axisProps} axisLine={false} interval={0} width={150} />
        <Tooltip content={<ChartTip />} cursor={{ fill: 'var(--sunken)' }} isAnimationActive={false} />
        <Bar dataKey="count" fill="var(--primary)" radius={[0, 6, 6, 0]} maxBarSize={28} isAnimationActive={false} />
      </BarChart>
    </ResponsiveContainer>
  );
}

type ChartTipProps = { active?: boolean; payload?: { payload?: Slice }[] };

function ChartTip({ active, payload }: ChartTipProps) {
  const stateCount = payload?.[0]?.payload;
  if (!active || !stateCount) return null;
  return (
    <p className="rounded-lg bg-text px-2.5 py-1.5 text-sm font-medium text-bg shadow-float">
      {stateCount.state}: {stateCount.count.toLocaleString('en-US')}
    </p>
  );
}
