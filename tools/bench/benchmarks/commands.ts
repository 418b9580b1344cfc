import { randomUUID } from 'node:crypto';
import { userStream } from '#domain/event-catalog/streams.ts';
import { createApiUser } from '../../../e2e/api-user.ts';
import { type BenchResult, createResult, mean, percentile, roundDigits } from '../result.ts';
import { createLoadGenerator } from '../load.ts';
import type { CreateWorkspace } from '../workspace.ts';
import type { Bench } from '../setup.ts';

const atOnce = 32;
const rounds = 4;
const seconds = 2;

/** Durable appends per second, one event at a time, sequentially: the baseline of a command. */
async function measureAppends(createWorkspace: CreateWorkspace): Promise<number> {
  const workspace = await createWorkspace();
  const store = workspace.openEvents();
  const streams = Array.from({ length: 32 }, () => userStream(randomUUID()));
  const metadata = {
    actor: 'bench',
    commandId: randomUUID(),
    correlationId: randomUUID(),
    at: new Date().toISOString(),
  };
  const until = performance.now() + seconds * 1000;
  const begun = performance.now();
  let appended = 0;
  while (performance.now() < until) {
    const event = {
      id: randomUUID(),
      type: 'FiltersUpdated',
      data: { userId: randomUUID(), changes: { maxPrice: appended } },
    };
    await store.append(streams[appended % 32] ?? '', [event], Math.floor(appended / 32) - 1, metadata);
    appended += 1;
  }
  const rate = appended / ((performance.now() - begun) / 1000);
  await store.close();
  await workspace.end();
  return rate;
}

/** A filter change over HTTP (durable, projected, answered), 32 members at once, against plain appends, alternating. */
export async function measureCommands(bench: Bench): Promise<BenchResult[]> {
  const workspace = await bench.createWorkspace();
  // More than 1,000 changes a member take seconds.
  const product = await bench.startProduct(await bench.folder(), { ...workspace.env, RATE_FACTS: '1000000/1d' });
  const members = await Promise.all(
    Array.from({ length: atOnce }, (_, n) =>
      createApiUser(() => product.url, '/api/register', `bench${n}@example.com`, 'house hunter'),
    ),
  );
  const load = createLoadGenerator(product.url, atOnce);
  const change = (n: number) =>
    load.send(
      'PATCH',
      '/api/profile',
      { cookie: members[n % atOnce]?.cookie() ?? '', 'content-type': 'application/json' },
      JSON.stringify({ maxPrice: n % 150_000 }),
    );
  await load.run(1, change);
  const appendRates: number[] = [];
  const commandRates: number[] = [];
  const latencies: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    appendRates.push(await measureAppends(bench.createWorkspace));
    const run = await load.run(seconds, change);
    commandRates.push(run.rate);
    latencies.push(...run.latencies);
  }
  load.close();
  return [
    createResult({
      name: 'commands against bare durable appends, 32 at once',
      value: mean(commandRates) / mean(appendRates),
      unit: 'of the rate',
      better: 'higher',
      limit: 0.8,
      detail: {
        commandsPerSecond: roundDigits(mean(commandRates)),
        appendsPerSecond: roundDigits(mean(appendRates)),
        p50ms: roundDigits(percentile(latencies, 0.5)),
        p99ms: roundDigits(percentile(latencies, 0.99)),
      },
    }),
  ];
}
