import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createApiUser } from '../../../e2e/api-user.ts';
import { readListeningUrl } from '../../../e2e/product.ts';
import { type BenchResult, createResult, mean, percentile, roundDigits } from '../result.ts';
import { createLoadGenerator } from '../load.ts';
import type { Bench } from '../setup.ts';

const atOnce = 32;
const rounds = 3;
const admin = { ADMIN_EMAIL: 'root@example.com', ADMIN_PASSWORD: 'correct horse' };

async function startConstantServer(body: string) {
  const child = spawn(process.execPath, ['tools/bench/constant-server.ts'], {
    env: { ...process.env, BODY: body, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await readListeningUrl(child);
  return {
    url,
    stop: async () => {
      child.kill();
      await once(child, 'exit');
    },
  };
}

/** Each read, 32 at once, against an express route that returns a constant of the same size, alternating. */
export async function measureReads(bench: Bench): Promise<BenchResult[]> {
  const workspace = await bench.createWorkspace();
  const product = await bench.startProduct(await bench.folder(), { ...admin, ...workspace.env });
  const root = await createApiUser(() => product.url, '/api/login', admin.ADMIN_EMAIL, admin.ADMIN_PASSWORD);
  const readers = await Promise.all(
    Array.from({ length: 60 }, (_, n) =>
      createApiUser(() => product.url, '/api/register', `reader${n}@example.com`, 'house hunter'),
    ),
  );
  const figures: BenchResult[] = [];
  for (const path of ['/api/user', '/api/admin/users?limit=50', '/api/admin/workflow-logs']) {
    const { text } = await root.send('GET', path);
    const yardstick = await startConstantServer(text);
    const load = createLoadGenerator(product.url, atOnce);
    const bare = createLoadGenerator(yardstick.url, atOnce);
    // Users read their own data; the rest is for admins.
    const cookies = (path === '/api/user' ? readers : [root]).map((reader) => reader.cookie());
    const read = (n: number) => load.send('GET', path, { cookie: cookies[n % cookies.length] ?? '' });
    const bareRead = () => bare.send('GET', '/constant', {});
    await load.run(0.5, read);
    await bare.run(0.5, bareRead);
    const ours: number[] = [];
    const theirs: number[] = [];
    const latencies: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      theirs.push((await bare.run(1.5, bareRead)).rate);
      const run = await load.run(1.5, read);
      ours.push(run.rate);
      latencies.push(...run.latencies);
    }
    load.close();
    bare.close();
    await yardstick.stop();
    figures.push(
      createResult({
        name: `GET ${path} against a constant of ${text.length} bytes`,
        value: mean(ours) / mean(theirs),
        unit: 'of the rate',
        better: 'higher',
        limit: 0.85,
        conditions: [{ what: 'p99', value: percentile(latencies, 0.99), atMost: 30, unit: 'ms' }],
        detail: {
          perSecond: roundDigits(mean(ours)),
          constantPerSecond: roundDigits(mean(theirs)),
          p99ms: roundDigits(percentile(latencies, 0.99)),
        },
      }),
    );
  }
  return figures;
}
