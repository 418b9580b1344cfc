import { type BenchResult, createResult, mean, roundDigits } from './result.ts';

const rounds = 3;

/** Runs of `work` per second, with `atOnce` of them in parallel. */
export async function measureRate(
  work: () => Promise<unknown>,
  { seconds, atOnce }: { seconds: number; atOnce: number },
): Promise<number> {
  const begun = performance.now();
  const until = begun + seconds * 1000;
  let done = 0;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (performance.now() < until) {
        await work();
        done += 1;
      }
    }),
  );
  return done / ((performance.now() - begun) / 1000);
}

type Rates = { ours: () => Promise<number>; bare: () => Promise<number> };

/** The cost of an adapter: its rate as a share of that of its plain client, alternating after one warm-up round. */
export async function compareToBareClient(name: string, { ours, bare }: Rates): Promise<BenchResult> {
  await bare();
  await ours();
  const rates = { ours: [] as number[], bare: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    rates.bare.push(await bare());
    rates.ours.push(await ours());
  }
  return createResult({
    name: `${name}, against the bare client`,
    value: mean(rates.ours) / mean(rates.bare),
    unit: 'of the rate',
    better: 'higher',
    detail: { perSecond: roundDigits(mean(rates.ours)), barePerSecond: roundDigits(mean(rates.bare)) },
  });
}
