import { copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { userStream } from '#domain/event-catalog/streams.ts';
import { createTestFolder } from '#server/lib/testing/temporary-folder.ts';
import {
  type FakeEventStoreDb,
  startFakeEventStoreDb,
} from '#server/platform/event-store/testing/fake-eventstoredb-server/server.ts';
import { StartupError } from '#server/lib/errors.ts';
import { type TestResponse, type TestClient, parseUser } from '#server/testing/test-client.ts';
import { runScript } from '#server/testing/run-script.ts';
import { createSecrets } from '#server/testing/environment.ts';
import { adminCredentials, type TestServer, startTestServer } from '#server/testing/test-server.ts';
import { connectSocket } from '#server/testing/socket-client.ts';

// Views and sessions in the data folder, the log in an engine that fails.
let double: FakeEventStoreDb;
let dataDir: string;
let env: Record<string, string>;
const products: TestServer[] = [];
beforeEach(async () => {
  double = await startFakeEventStoreDb();
  dataDir = createTestFolder();
  env = { DATA_DIR: dataDir, EVENTSTORE_URL: double.url, ...createSecrets() };
});
afterEach(async () => {
  for (const product of products.splice(0)) await product.close();
  await double.close();
});

const begin = async (given = env): Promise<TestServer> => {
  const product = await startTestServer(given);
  products.push(product);
  return product;
};
const end = async () => {
  for (const product of products.splice(0)) await product.close();
};
const isReady = (product: TestServer) =>
  expect.poll(async () => (await product.newClient().get('/readyz')).text).toBe('ready');
const typesOf = async ({ context }: TestServer, stream: string) =>
  (await context.events.read(stream)).events.map(({ type }) => type);
const expectLater = ({ status, headers, text }: TestResponse) => {
  expect([status, text]).toEqual([503, 'The service is busy. Please try again in a moment.']);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
};

describe('an event store that is down at the start', () => {
  it('An event store that is down at the start is reported by /readyz, and the product recovers without a restart', async () => {
    await double.shut();
    const product = await begin({ ...env, INTAKE_SECRET: '' });
    const ann = product.newClient();
    expect((await ann.get('/healthz')).status).toBe(200);
    const readyz = await ann.get('/readyz');
    expect([readyz.status, readyz.text]).toEqual([503, expect.stringContaining('The event store is unreachable.')]);
    expectLater(await ann.post('/api/register', { email: 'ann@example.com', password: 'house hunter' }));

    await double.open();
    await isReady(product);
    // It is ready only when the first admin can sign in.
    const admin = product.newClient();
    expect((await admin.post('/api/login', adminCredentials)).status).toBe(200);
    await ann.register('ann@example.com');
    await product.waitForViews();
    expect(JSON.parse((await admin.get('/api/admin/users')).text)).toHaveLength(2);
    await product.intake.ready;
  });
});

it('An address of an event store without ?tls=false is reported by /readyz in one sentence that names the setting', async () => {
  const product = await begin({ ...env, EVENTSTORE_URL: double.url.replace('?tls=false', '') });
  const readyz = async () => {
    const { status, text } = await product.newClient().get('/readyz');
    return [status, text];
  };
  await expect
    .poll(readyz)
    .toEqual([
      503,
      'EVENTSTORE_URL asks for TLS, and there is none at its address: add ?tls=false for a server without TLS, or else name the host as in its certificate.',
    ]);
});

describe('an event store that goes down in the middle', () => {
  let product: TestServer;
  let ann: TestClient;
  let id: string;
  beforeEach(async () => {
    product = await begin();
    ann = product.newClient();
    ({ id } = await ann.register('ann@example.com'));
    await isReady(product);
  });

  it('An event store has one subscription of a process, whatever reacts to its events', async () => {
    await product.intake.ready;
    await expect.poll(() => double.followed.caughtUp).toBeGreaterThan(0);
    expect(double.followed.open.size).toBe(1);
  });

  it('An event store that goes down in the middle rejects writes completely, while reads continue', async () => {
    await ann.patch('/api/profile', { maxPrice: 40_000 });
    await double.shut();
    const [filters, credentials, other, readyz] = await Promise.all([
      ann.patch('/api/profile', { maxPrice: 50_000 }),
      ann.patch('/api/profile/credentials', { currentPassword: 'house hunter', newPassword: 'other hunter' }),
      product.newClient().post('/api/register', { email: 'bob@example.com', password: 'house hunter' }),
      ann.get('/readyz'),
    ]);
    for (const answer of [filters, credentials, other]) expectLater(answer);
    expect([readyz.status, readyz.text]).toEqual([503, expect.stringContaining('The event store is unreachable.')]);
    expect(parseUser(await ann.get('/api/user'))).toMatchObject({ id, maxPrice: 40_000 });

    await double.open();
    await isReady(product);
    expect(await typesOf(product, userStream(id))).toEqual(['UserRegistered', 'FiltersUpdated']);
    expect((await ann.post('/api/login', { email: 'ann@example.com', password: 'house hunter' })).status).toBe(200);
    await product.newClient().register('bob@example.com');
  });

  it('An event store that goes down in the middle lets the views and the open pages continue where they were', async () => {
    const { socket } = await connectSocket(product.url, ann.cookie());
    const told: unknown[] = [];
    socket.on('user', ({ maxPrice }: { maxPrice: number }) => told.push(maxPrice));
    await ann.patch('/api/profile', { maxPrice: 1 });
    double.cut();
    await ann.patch('/api/profile', { maxPrice: 2 });
    await double.shut();
    await double.open();
    const again = async () => (await ann.patch('/api/profile', { maxPrice: 3 }, { 'idempotency-key': 'third' })).status;
    await expect.poll(again).toBe(200);
    await expect.poll(() => told).toEqual([1, 2, 3]);
  });

  it('An event store that goes down in the middle is answered correctly when its acknowledgement is lost, and the event is written once', async () => {
    double.faults.lostAcknowledgements = 1;
    const once = await ann.patch('/api/profile', { maxPrice: 40_000 });
    expect(parseUser(once)).toMatchObject({ maxPrice: 40_000 });

    double.faults.lostAcknowledgements = 20;
    const key = { 'idempotency-key': 'the second' };
    expectLater(await ann.patch('/api/profile', { maxPrice: 50_000 }, key));
    double.faults.lostAcknowledgements = 0;
    const again = await ann.patch('/api/profile', { maxPrice: 50_000 }, key);
    expect(parseUser(again)).toMatchObject({ maxPrice: 50_000 });
    expect(await typesOf(product, userStream(id))).toEqual(['UserRegistered', 'FiltersUpdated', 'FiltersUpdated']);
  });

  it('An event store that goes down in the middle is rejected when it is restored from an older backup while it is followed', async () => {
    const bob = product.newClient();
    await bob.register('bob@example.com');
    await double.restart(double.log.all.length - 2);
    const reason = async () => (await ann.get('/readyz')).text;
    await expect.poll(reason).toMatch(/^The log has no event at position \d+/);
    const before = double.log.all.length;
    const refused = await ann.patch('/api/profile', { maxPrice: 60_000 });
    expect([refused.status, refused.text]).toEqual([
      503,
      'The service is unavailable because its data store is inconsistent. Please contact support.',
    ]);
    expect(double.log.all).toHaveLength(before);
    expect((await bob.get('/api/user')).status).toBe(200);
  });
});

describe('a log that was restored from an older backup', () => {
  const sentence =
    /^The log has no event at position \d+, which its readers have processed, [^.]+ run `npm run rebuild` [^.]+\.$/;
  const fill = async (given: Record<string, string>) => {
    const product = await begin(given);
    for (const name of ['ann', 'bob']) await product.newClient().register(`${name}@example.com`);
    await isReady(product);
    await product.intake.ready;
    await end();
  };
  const healsOnceRebuilt = async (given: Record<string, string>) => {
    await runScript('server/cli/rebuild.ts', { env: given });
    const healed = await begin(given);
    await isReady(healed);
    await healed.newClient().register('late@example.com');
  };
  const refusesToStart = async (given: Record<string, string>) => {
    const refused = startTestServer(given);
    await expect(refused).rejects.toThrow(StartupError);
    await expect(refused).rejects.toThrow(sentence);
  };
  /** Starts in the data folder, and copies the log and the documents before and after more users. */
  const fillFolder = async () => {
    const embedded = { DATA_DIR: dataDir };
    const early = await begin(embedded);
    await early.newClient().register('early@example.com');
    await isReady(early);
    await early.intake.ready;
    await end();
    for (const name of ['events.sqlite', 'vault.sqlite'])
      await copyFile(join(dataDir, name), join(dataDir, `older-${name}`));
    await fill(embedded);
    return embedded;
  };
  const restore = (name: string) => copyFile(join(dataDir, `older-${name}`), join(dataDir, name));

  it('A log that was restored from an older backup stops the start with one sentence in an EventStoreDB, and is accepted once the views are rebuilt from it', async () => {
    await fill(env);
    await double.restart(double.log.all.length - 3);
    await refusesToStart(env);
    await healsOnceRebuilt(env);
  });

  it('A log that was restored from an older backup stops the start in the data folder too, with newer and with older documents', async () => {
    const embedded = await fillFolder();
    await restore('events.sqlite');
    await refusesToStart(embedded);
    await restore('vault.sqlite');
    await refusesToStart(embedded);
    await healsOnceRebuilt(embedded);
  });

  it('A log that is older than its hash chain alone is served without writes, and /readyz says why with 503', async () => {
    const embedded = await fillFolder();
    await restore('events.sqlite');
    await restore('vault.sqlite');
    await rm(join(dataDir, 'views.sqlite'));
    const product = await begin(embedded);
    const client = product.newClient();
    const readyz = await client.get('/readyz');
    expect([readyz.status, readyz.text]).toEqual([503, expect.stringMatching(sentence)]);
    const problem = await client.get('/readyz', { accept: 'application/problem+json' });
    expect(JSON.parse(problem.text)).toMatchObject({ status: 503, detail: readyz.text });
    expect((await client.get('/healthz')).status).toBe(200);
    expect((await client.post('/api/register', { email: 'late@example.com', password: 'house hunter' })).status).toBe(
      503,
    );
    await end();
    await healsOnceRebuilt(embedded);
  });
});
