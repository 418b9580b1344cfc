import { type BenchResult, createResult, mean, roundDigits } from './result.ts';

const rounds = 3;

/** Runs of `work` per second, with `concurrency` of them in parallel. */
export async function measureRate(
  work: () => Promise<unknown>,
  { seconds, concurrency }: { seconds: number; concurrency: number },
): Promise<number> {
  const begun = performance.now();
  const until = begun + seconds * 1000;
  let done = 0;
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (performance.now() < until) {
        await work();
        done += 1;
      }
    }),
  );
  return done / ((performance.now() - begun) / 1000);
}

type Rates = { measureAdapter: () => Promise<number>; measureClient: () => Promise<number> };

/** The cost of an adapter: its rate as a share of that of its plain client, alternating after one warm-up round. */
export async function compareToBareClient(
  name: string,
  { measureAdapter, measureClient }: Rates,
): Promise<BenchResult> {
  await measureClient();
  await measureAdapter();
  const rates = { measureAdapter: [] as number[], measureClient: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    rates.measureClient.push(await measureClient());
    rates.measureAdapter.push(await measureAdapter());
  }
  return createResult({
    name: `${name}, against the bare client`,
    value: mean(rates.measureAdapter) / mean(rates.measureClient),
    unit: 'of the rate',
    better: 'higher',
    detail: {
      perSecond: roundDigits(mean(rates.measureAdapter)),
      barePerSecond: roundDigits(mean(rates.measureClient)),
    },
  });
}
