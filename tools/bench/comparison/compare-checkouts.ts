import type { BenchmarkGroup } from '../catalogue.ts';
import { buildCheckout, type BenchCheckout, openCheckout, runBench } from './checkout.ts';
import { type Comparison, compareRounds, type Rounds } from './comparison.ts';
import type { Options } from '../options.ts';

/** A child process gives a figure up earlier on its own; an older version may not. */
const graceMinutes = 1;

/**
 * Compares this checkout with the one in `folder`, group by group: each runs its own bench, alternating, so that it
 * does not matter where the other checkout keeps its code. Throws WrongArguments.
 */
export async function compareCheckouts(
  folder: string,
  groups: Record<string, BenchmarkGroup>,
  options: Options,
): Promise<Comparison[]> {
  const [here, there] = [openCheckout('.'), openCheckout(folder)];
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130));
  await buildCheckout(there, options.minutes);
  const comparisons: Comparison[] = [];
  for (const [name, group] of Object.entries(groups)) {
    const begun = performance.now();
    comparisons.push(...(await compareGroup({ here, there }, name, group, options)));
    process.stderr.write(`compared ${name} in ${Math.round((performance.now() - begun) / 1000)} s\n`);
  }
  return comparisons;
}

type Sides = Record<'here' | 'there', BenchCheckout>;

async function compareGroup(
  sides: Sides,
  name: string,
  { size }: BenchmarkGroup,
  options: Options,
): Promise<Comparison[]> {
  const { rounds, minutes, sizes } = options;
  const args = ['--only', name, ...(size === null ? [] : [`--${size}`, String(sizes[size])])];
  const results: Record<keyof Sides, Rounds> = {
    here: { printed: [], failure: null },
    there: { printed: [], failure: null },
  };
  for (let round = 0; round < rounds; round += 1) {
    // The first one may find the machine in another state.
    const order = round % 2 === 0 ? (['here', 'there'] as const) : (['there', 'here'] as const);
    for (const side of order) {
      process.stderr.write(`measuring ${name} ${side}, round ${round + 1} of ${rounds} ...\n`);
      await measureRound(sides[side], args, minutes + graceMinutes, results[side]);
    }
    // A side without a counterpart is not compared.
    if (Object.values(results).some(({ failure }) => failure !== null)) break;
  }
  return compareRounds(name, results.here, results.there);
}

async function measureRound(checkout: BenchCheckout, args: string[], minutes: number, rounds: Rounds): Promise<void> {
  try {
    const printed = await runBench(checkout, args, minutes);
    if (printed.some(({ value }) => value !== null)) rounds.printed.push(printed);
    else rounds.failure = printed[0]?.reason ?? 'it printed no figure';
  } catch (error) {
    rounds.failure = error instanceof Error ? error.message : String(error);
  }
}
