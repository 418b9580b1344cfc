import { createApiUser } from '../../../e2e/api-user.ts';
import { type BenchResult, createResult, mean, percentile, roundDigits } from '../result.ts';
import { createLoadGenerator } from '../load.ts';
import type { Bench } from '../setup.ts';
import { measureSeveralSearches } from './matching.ts';

const atOnce = 32;
const rounds = 3;
const searchCount = 10;

/** The matcher with several searches of each member, and the searches of a member over HTTP. */
export async function measureSearches(memberCount: number, bench: Bench): Promise<BenchResult[]> {
  return [...(await measureSeveralSearches(memberCount)), await measureList(bench)];
}

/** `GET /api/searches` of a member with ten searches against one with a single search, alternating. */
async function measureList(bench: Bench): Promise<BenchResult> {
  const workspace = await bench.createWorkspace();
  const product = await bench.startProduct(await bench.folder(), workspace.env);
  const createMember = async (count: number) => {
    const address = `searches${count}@example.com`;
    const member = await createApiUser(() => product.url, '/api/register', address, 'house hunter');
    await member.send('PATCH', '/api/profile', { zipCode: '48204' });
    for (let n = 1; n < count; n += 1)
      await member.send('POST', '/api/searches', { name: `Search of ${n}`, zipCode: String(90_000 + n) });
    return { cookie: member.cookie(), rates: [] as number[], latencies: [] as number[] };
  };
  const [one, ten] = [await createMember(1), await createMember(searchCount)];
  const load = createLoadGenerator(product.url, atOnce);
  for (let round = 0; round <= rounds; round += 1) {
    for (const member of [one, ten]) {
      const { cookie } = member;
      const { rate, latencies } = await load.run(1, () => load.send('GET', '/api/searches', { cookie }));
      // The first round warms up.
      if (round === 0) continue;
      member.rates.push(rate);
      member.latencies.push(...latencies);
    }
  }
  load.close();
  const p99ms = (latencies: number[]) => roundDigits(percentile(latencies, 0.99));
  return createResult({
    name: `GET /api/searches of ${searchCount} searches against one`,
    value: mean(ten.rates) / mean(one.rates),
    unit: 'of the rate',
    better: 'higher',
    limit: 0.5,
    detail: {
      perSecond: roundDigits(mean(ten.rates)),
      onePerSecond: roundDigits(mean(one.rates)),
      p99ms: p99ms(ten.latencies),
      oneP99ms: p99ms(one.latencies),
    },
  });
}
