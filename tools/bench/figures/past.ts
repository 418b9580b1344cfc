import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { MembersAsOf } from '#domain/time-travel/contract.ts';
import type { Stores } from '#server/platform/storage/stores.ts';
import { shell } from '#server/testing/shell.ts';
import { type Person, person } from '../../../e2e/client.ts';
import type { Product } from '../../../e2e/product.ts';
import { type Figure, figure, percentile, rounded } from '../figure.ts';
import { fillFolder } from '../filled-folder.ts';
import { makeLog } from '../made-log.ts';
import { idle, memoryOf, workOf } from '../process.ts';
import type { Bench } from '../setup.ts';

const eventsOfUser = 10_000;
const asked = 60;
const admin = { ADMIN_EMAIL: 'root@example.com', ADMIN_PASSWORD: 'correct horse' };
const login = [admin.ADMIN_EMAIL, admin.ADMIN_PASSWORD] as const;

/** A user of 10,000 events as of moments; the members' table and a whole copy as of a moment, of a log of `size` events. */
export async function past(size: number, bench: Bench): Promise<Figure[]> {
  const dataDir = await bench.folder();
  const userId = await registerAndFill(dataDir, size, bench);
  const product = await bench.startProduct(dataDir, admin);
  const root = await person(() => product.url, '/api/login', ...login);
  await idle(product);
  const path = `/api/admin/history/as-of?user=${userId}`;
  const workBefore = await workOf(product);
  const moments = await latencies(root, (n) => `${path}&history=none&position=${100 + n * 150}`);
  const work = ((await workOf(product)) - workBefore) * 10;
  const page = await latencies(root, () => path);
  const whole = await latencies(root, () => `${path}&history=all`);
  const plain = await latencies(root, () => '/api/user');
  const members = await membersTable(product, root, size);
  await product.stop();
  const replaySeconds = await measureReplay(dataDir, size);
  const [p95, p95Page] = [percentile(moments, 0.95), percentile(page, 0.95)];
  const first = moments[0] ?? Number.NaN;
  return [
    figure({
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
        firstLook: rounded(first),
        processorMsPerLook: rounded(work / asked),
        median: rounded(percentile(moments, 0.5)),
        p95WithItsMoments: rounded(p95Page),
        p95WithAllSentences: rounded(percentile(whole, 0.95)),
        p95OfOwnUser: rounded(percentile(plain, 0.95)),
      },
    }),
    members,
    figure({
      name: `a copy of all views as of a moment, of ${size.toLocaleString('en-US')} events`,
      value: replaySeconds,
      unit: 's',
      better: 'lower',
    }),
  ];
}

/** Seconds that a copy of all views as of event `until` takes. */
async function measureReplay(dataDir: string, until: number): Promise<number> {
  const begun = performance.now();
  const into = `${dataDir}/copy`;
  const env = { DATA_DIR: dataDir };
  const { stderr, code } = await shell('history', env, 'replay', '--until', String(until), '--into', into);
  if (code !== 0) throw new Error(stderr);
  return (performance.now() - begun) / 1000;
}

/** A made log, and in it a user with a long life; resolves with the user's id. */
async function registerAndFill(dataDir: string, size: number, bench: Bench): Promise<string> {
  const first = await bench.startProduct(dataDir, admin);
  const { id } = await person(() => first.url, '/api/register', 'long@example.com', 'house hunter');
  await first.stop();
  await fillFolder(dataDir, async ({ events }) => {
    await longLife(events, id);
    await makeLog(events, size);
  });
  return id;
}

async function longLife(events: Stores['events'], userId: string): Promise<void> {
  const stream = `user-${userId}`;
  for (let written = 1; written < eventsOfUser; ) {
    const part = Array.from({ length: Math.min(500, eventsOfUser - written) }, (_, n) => ({
      id: randomUUID(),
      type: 'FiltersUpdated',
      data: { userId, changes: { maxPrice: (written + n) * 10, zipCode: String(10_000 + n) } },
    }));
    const commandId = randomUUID();
    const by = { actor: userId, commandId, correlationId: commandId, at: new Date().toISOString() };
    const { revision } = await events.read(stream, written - 1);
    await events.append(stream, part, revision, by);
    written += part.length;
  }
}

async function latencies(root: Person, pathOf: (n: number) => string): Promise<number[]> {
  const took: number[] = [];
  for (let n = 0; n < asked; n += 1) {
    const begun = performance.now();
    const { status, text } = await root.send('GET', pathOf(n));
    if (status !== 200) throw new Error(`${status}: ${text}`);
    took.push(performance.now() - begun);
  }
  return took;
}

async function membersTable(product: Product, root: Person, size: number): Promise<Figure> {
  const before = (await memoryOf(product)).now;
  const begun = performance.now();
  const path = '/api/admin/history/members';
  const [today = ''] = new Date().toISOString().split('T');
  const { text } = await root.send('POST', path, { at: today });
  let told = JSON.parse(text) as MembersAsOf;
  let most = before;
  while (told.state === 'building') {
    await setTimeout(100);
    told = JSON.parse((await root.send('GET', `${path}/${told.id}`)).text) as MembersAsOf;
    most = Math.max(most, (await memoryOf(product)).now);
  }
  return figure({
    name: `the members' table as of a moment, of ${size.toLocaleString('en-US')} events`,
    value: (performance.now() - begun) / 1000,
    unit: 's',
    better: 'lower',
    detail: { users: told.total ?? 0, memoryBeforeMB: before, mostMemoryMB: most },
  });
}
