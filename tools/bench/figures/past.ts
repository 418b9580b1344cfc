import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { MembersAsOf } from '#domain/time-travel/contract.ts';
import { openStores, type Stores } from '#server/platform/storage/stores.ts';
import { shell } from '#server/testing/shell.ts';
import { type Person, person } from '../../../e2e/client.ts';
import { type Product, removeFolder, startProduct, temporaryFolder } from '../../../e2e/product.ts';
import { type Figure, percentile, rounded } from '../figure.ts';
import { makeLog } from '../made-log.ts';
import { idle, memoryOf, workOf } from '../process.ts';

const eventsOfUser = 10_000;
const asked = 60;
const admin = { ADMIN_EMAIL: 'root@example.com', ADMIN_PASSWORD: 'correct horse' };
const login = [admin.ADMIN_EMAIL, admin.ADMIN_PASSWORD] as const;

/** A user of 10,000 events as of moments; the members' table and a whole copy as of a moment, of a log of `size` events. */
export async function past(size: number): Promise<Figure[]> {
  const dataDir = await temporaryFolder();
  const userId = await filled(dataDir, size);
  const product = await startProduct(dataDir, admin);
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
  const begun = performance.now();
  const { stderr, code } = await shell(
    'history',
    { DATA_DIR: dataDir },
    'replay',
    '--until',
    String(size),
    '--into',
    `${dataDir}/copy`,
  );
  if (code !== 0) throw new Error(stderr);
  const replayed = (performance.now() - begun) / 1000;
  await removeFolder(dataDir);
  const [p95page, p95] = [percentile(page, 0.95), percentile(moments, 0.95)];
  const first = moments[0] ?? Number.NaN;
  return [
    {
      name: `a user of ${eventsOfUser.toLocaleString('en-US')} events as of a moment, p95`,
      value: rounded(p95),
      unit: 'ms',
      bar: 'under 100 ms',
      met: p95 < 100 && first < 100 && p95page < 100,
      detail: {
        firstLook: rounded(first),
        processorMsPerLook: rounded(work / asked),
        median: rounded(percentile(moments, 0.5)),
        p95WithItsMoments: rounded(p95page),
        p95WithAllSentences: rounded(percentile(whole, 0.95)),
        p95OfOwnUser: rounded(percentile(plain, 0.95)),
      },
    },
    members,
    {
      name: `a copy of all views as of a moment, of ${size.toLocaleString('en-US')} events`,
      value: rounded(replayed),
      unit: 's',
      bar: 'none',
      met: null,
    },
  ];
}

/** A made log, and in it a user with a long life; resolves with the user's id. */
async function filled(dataDir: string, size: number): Promise<string> {
  const first = await startProduct(dataDir, admin);
  const { id } = await person(() => first.url, '/api/register', 'long@example.com', 'house hunter');
  await first.stop();
  const stores = await openStores({ dataDir, eventStoreUrl: null, mongoUrl: null });
  await longLife(stores, id);
  await makeLog(stores.stored, size);
  await stores.close();
  return id;
}

async function longLife({ events }: Stores, userId: string): Promise<void> {
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
  return {
    name: `the members' table as of a moment, of ${size.toLocaleString('en-US')} events`,
    value: rounded((performance.now() - begun) / 1000),
    unit: 's',
    bar: 'none',
    met: null,
    detail: { users: told.total ?? 0, memoryBeforeMB: before, mostMemoryMB: most },
  };
}
