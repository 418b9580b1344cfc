import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { pino } from 'pino';
import { createClient } from 'redis';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openMongoConnection } from '#projections/store/mongo/connection.ts';
import { StoreUnavailable } from '#projections/store/port.ts';
import { createTestDatabase, isServerMissing } from '#projections/store/testing/test-database.ts';
import { findFreePort } from '#server/lib/testing/free-port.ts';
import { type Bus, createLocalBus } from './bus.ts';
import { openBus } from './open-bus.ts';

type Stores = { mongoUrl: string; redisUrl: string | null };
const secret = 'ann@example.com';
const key = randomBytes(32).toString('base64');
/** However busy the machine is. */
const sendTimeoutMs = 120_000;
const opened: Bus[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map(({ close }) => close()));
});

/** The bus of one process, and what it received. */
function join(stores: Stores, credentialKey = key) {
  const bus = openBus(stores, credentialKey, pino({ level: 'silent' }), sendTimeoutMs);
  opened.push(bus);
  const topic = bus.topic<string>('greetings');
  const received: string[] = [];
  topic.listen((message) => received.push(message));
  return { ...topic, received };
}

/** Sends until the other process, which joined just now, receives something. */
async function connect(sender: ReturnType<typeof join>, receiver: ReturnType<typeof join>): Promise<void> {
  const send = async () => {
    await sender.publish('hello').catch(() => undefined);
    return receiver.received.length;
  };
  await expect.poll(send).toBeGreaterThan(0);
}

/** The messages of all transports behave alike. */
function testTransport(stores: () => Stores): void {
  it('A message reaches every process in the order of sending, and that which sent it', async () => {
    const [one, other] = [join(stores()), join(stores())];
    await Promise.all([connect(one, other), connect(other, one)]);
    for (let n = 0; n < 50; n += 1) await one.publish(`${secret} ${n}`);
    const sent = Array.from({ length: 50 }, (_, n) => `${secret} ${n}`);
    for (const { received } of [one, other])
      await expect.poll(() => received.filter((text) => text !== 'hello')).toEqual(sent);
  });

  it('A message of about 1 MB arrives', async () => {
    const [one, other] = [join(stores()), join(stores())];
    await connect(one, other);
    const text = 'x'.repeat(1_000_000);
    await one.publish(text);
    await expect.poll(() => other.received.includes(text)).toBe(true);
  });

  it('A message of an installation with another key is not received', async () => {
    const [one, other, stranger] = [join(stores()), join(stores()), join(stores(), randomBytes(32).toString('base64'))];
    await connect(one, other);
    await connect(stranger, stranger);
    stranger.received.splice(0);
    await one.publish(secret);
    await expect.poll(() => other.received).toContain(secret);
    expect(stranger.received).toEqual([]);
  });
}

it('A process without others receives its own messages', async () => {
  const topic = createLocalBus().topic<string>('greetings');
  const received: string[] = [];
  topic.listen((message) => received.push(message));
  await topic.publish('hello');
  expect(received).toEqual(['hello']);
});

it('A message that cannot be sent is refused, and not received by the process that sent it', async () => {
  const one = join({ mongoUrl: 'mongodb://127.0.0.1:1/none', redisUrl: null });
  await expect(one.publish('hello')).rejects.toThrow(StoreUnavailable);
  expect(one.received).toEqual([]);
});

describe.skipIf(isServerMissing)('messages through MongoDB (skipped where MONGODB_URL is not set)', () => {
  let database: ReturnType<typeof createTestDatabase>;
  beforeAll(() => {
    database = createTestDatabase();
  });
  afterAll(() => database.drop());
  testTransport(() => ({ mongoUrl: database.url, redisUrl: null }));

  it('A message is stored without its text', async () => {
    const one = join({ mongoUrl: database.url, redisUrl: null });
    await connect(one, one);
    await one.publish(secret);
    const { call, close } = openMongoConnection(database.url, { durable: false });
    const documents = await call((db) => db.collection('live_messages').find().toArray());
    await close();
    expect(documents.length).toBeGreaterThan(0);
    expect(JSON.stringify(documents)).not.toContain(secret);
  });
});

const redisServer = process.env['REDIS_SERVER'];

describe.skipIf(redisServer === undefined)('messages through Redis (skipped where REDIS_SERVER is not set)', () => {
  let port: number;
  let server: ChildProcess;
  const redisUrl = () => `redis://127.0.0.1:${port}`;
  const stores = () => ({ mongoUrl: 'mongodb://127.0.0.1:1/none', redisUrl: redisUrl() });
  const start = async () => {
    server = spawn(redisServer ?? '', ['--port', String(port), '--save', '']);
    const client = createClient({ url: redisUrl() });
    client.on('error', () => undefined);
    await client.connect();
    client.destroy();
  };
  const stop = async () => {
    server.kill('SIGKILL');
    await once(server, 'exit');
  };
  beforeAll(async () => {
    port = await findFreePort();
    await start();
  });
  afterAll(stop);
  testTransport(stores);

  it('A message is refused while Redis is away, and the next ones arrive once it is back', async () => {
    const [one, other] = [join(stores()), join(stores())];
    await connect(one, other);
    await stop();
    await expect
      .poll(() =>
        one.publish('lost').then(
          () => 'sent',
          (error: unknown) => error,
        ),
      )
      .toBeInstanceOf(StoreUnavailable);
    await start();
    other.received.splice(0);
    await connect(one, other);
    expect(other.received).not.toContain('lost');
  });

  it('A bus that never reached Redis refuses messages, and closes', async () => {
    const away = join({ ...stores(), redisUrl: 'redis://127.0.0.1:1' });
    await expect(away.publish('hello')).rejects.toThrow(StoreUnavailable);
  });
});
