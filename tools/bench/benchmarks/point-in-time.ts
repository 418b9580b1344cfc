import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { userStream } from '#domain/event-catalog/streams.ts';
import type { MembersAsOf } from '#domain/history/point-in-time.contract.ts';
import type { Stores } from '#server/platform/storage/stores.ts';
import { spawnScript } from '#server/testing/run-script.ts';
import { type ApiUser, createApiUser } from '../../../e2e/api-user.ts';
import type { Product } from '../../../e2e/product.ts';
import { type BenchResult, createResult, percentile, roundDigits } from '../result.ts';
import { fillFolder } from '../data/fill-folder.ts';
import { generateLog } from '../data/generate-log.ts';
import { waitUntilIdle, readMemory, readCpuTicks } from '../process.ts';
import type { Bench } from '../setup.ts';

const eventsOfUser = 10_000;
const requestCount = 60;
const admin = { ADMIN_EMAIL: 'root@example.com', ADMIN_PASSWORD: 'correct horse' };
const login = [admin.ADMIN_EMAIL, admin.ADMIN_PASSWORD] as const;

/**
 * A user with 10,000 events at several moments; the point-in-time member table and a whole copy, of a log of `size`
 * events.
 */
export async function measurePointInTime(size: number, bench: Bench): Promise<BenchResult[]> {
  const dataDir = await bench.folder();
  const userId = await registerAndFill(dataDir, size, bench);
  const product = await bench.startProduct(dataDir, admin);
  const root = await createApiUser(() => product.url, '/api/login', ...login);
  await waitUntilIdle(product);
  const path = `/api/admin/history/as-of?user=${userId}`;
  const workBefore = await readCpuTicks(product);
  const moments = await measureLatencies(root, (n) => `${path}&history=none&position=${100 + n * 150}`);
  const work = ((await readCpuTicks(product)) - workBefore) * 10;
  const page = await measureLatencies(root, () => path);
  const whole = await measureLatencies(root, () => `${path}&history=all`);
  const plain = await measureLatencies(root, () => '/api/user');
  const members = await measureMemberTable(product, root, size);
  await product.stop();
  const replaySeconds = await measureReplay(dataDir, size);
  const [p95, p95Page] = [percentile(moments, 0.95), percentile(page, 0.95)];
  const first = moments[0] ?? Number.NaN;
  return [
    createResult({
      name: `a user of ${eventsOfUser.toLocaleString('en-US')} events as of a moment, p95`,
      value: p95,
      unit: 'ms',
      better: 'lower',
      limit: 100,
      conditions: [
        { what: 'first look', value: first, atMost: 100, unit: 'ms' },
        { what: 'p95 with its moments', value: p95Page, atMost: 100, unit: 'ms' },
      ],
      detail: {
        firstLook: roundDigits(first),
        processorMsPerLook: roundDigits(work / requestCount),
        median: roundDigits(percentile(moments, 0.5)),
        p95WithItsMoments: roundDigits(p95Page),
        p95WithAllSentences: roundDigits(percentile(whole, 0.95)),
        p95OfOwnUser: roundDigits(percentile(plain, 0.95)),
      },
    }),
    members,
    createResult({
      name: `a copy of all views as of a moment, of ${size.toLocaleString('en-US')} events`,
      value: replaySeconds,
      unit: 's',
      better: 'lower',
    }),
  ];
}

/** Seconds to build a copy of all views as of event `until`. */
async function measureReplay(dataDir: string, until: number): Promise<number> {
  const begun = performance.now();
  const into = `${dataDir}/copy`;
  const args = ['replay', '--until', String(until), '--into', into];
  const { stderr, code } = await spawnScript('server/cli/history/history.ts', { args, env: { DATA_DIR: dataDir } });
  if (code !== 0) throw new Error(stderr);
  return (performance.now() - begun) / 1000;
}

/** A generated log that contains a user with a long history; resolves with the user's id. */
async function registerAndFill(dataDir: string, size: number, bench: Bench): Promise<string> {
  const first = await bench.startProduct(dataDir, admin);
  const { id } = await createApiUser(() => first.url, '/api/register', 'long@example.com', 'house hunter');
  await first.stop();
  await fillFolder(dataDir, async ({ events }) => {
    await fillUserStream(events, id);
    await generateLog(events, size);
  });
  return id;
}

async function fillUserStream(events: Stores['events'], userId: string): Promise<void> {
  const stream = userStream(userId);
  for (let eventCount = 1; eventCount < eventsOfUser; ) {
    const part = Array.from({ length: Math.min(500, eventsOfUser - eventCount) }, (_, n) => ({
      id: randomUUID(),
      type: 'FiltersUpdated',
      data: { userId, changes: { maxPrice: (eventCount + n) * 10, zipCode: String(10_000 + n) } },
    }));
    const commandId = randomUUID();
    const by = { actor: userId, commandId, correlationId: commandId, at: new Date().toISOString() };
    const { revision } = await events.read(stream, eventCount - 1);
    await events.append(stream, part, revision, by);
    eventCount += part.length;
  }
}

async function measureLatencies(root: ApiUser, pathOf: (n: number) => string): Promise<number[]> {
  const took: number[] = [];
  for (let n = 0; n < requestCount; n += 1) {
    const begun = performance.now();
    const { status, text } = await root.send('GET', pathOf(n));
    if (status !== 200) throw new Error(`${status}: ${text}`);
    took.push(performance.now() - begun);
  }
  return took;
}

async function measureMemberTable(product: Product, root: ApiUser, size: number): Promise<BenchResult> {
  const before = (await readMemory(product)).now;
  const begun = performance.now();
  const path = '/api/admin/history/members';
  const [today = ''] = new Date().toISOString().split('T');
  const { text } = await root.send('POST', path, { at: today });
  let progress = JSON.parse(text) as MembersAsOf;
  let most = before;
  while (progress.state === 'building') {
    await setTimeout(100);
    progress = JSON.parse((await root.send('GET', `${path}/${progress.id}`)).text) as MembersAsOf;
    most = Math.max(most, (await readMemory(product)).now);
  }
  return createResult({
    name: `the members' table as of a moment, of ${size.toLocaleString('en-US')} events`,
    value: (performance.now() - begun) / 1000,
    unit: 's',
    better: 'lower',
    detail: { users: progress.total ?? 0, memoryBeforeMB: before, mostMemoryMB: most },
  });
}
