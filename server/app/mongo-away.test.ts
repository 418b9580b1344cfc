import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { userStream } from '#domain/event-catalog/streams.ts';
import { user as users } from '#domain/user/decider.ts';
import { ferretDbProgram, startFerretDb } from '#projections/store/testing/ferretdb.ts';
import { createTestFolder } from '#server/lib/testing/temporary-folder.ts';
import {
  type FakeEventStoreDb,
  startFakeEventStoreDb,
} from '#server/platform/event-store/testing/fake-eventstoredb-server/server.ts';
import { createTestClient, parseUser, type TestClient, type TestResponse } from '#server/testing/test-client.ts';
import { createSecrets } from '#server/testing/environment.ts';
import { type TestServer, startTestServer } from '#server/testing/test-server.ts';

describe.skipIf(ferretDbProgram === undefined)(
  'MongoDB away (skipped where FERRETDB names no program to start)',
  () => {
    let double: FakeEventStoreDb;
    let mongo: Awaited<ReturnType<typeof startFerretDb>>;
    let dataDir: string;
    let product: TestServer | null;
    beforeEach(async () => {
      [double, mongo] = await Promise.all([startFakeEventStoreDb(), startFerretDb(ferretDbProgram ?? '')]);
      dataDir = createTestFolder();
      product = null;
    });
    afterEach(async () => {
      await product?.close();
      await Promise.all([double.close(), mongo.end()]);
    });

    const begin = async (): Promise<TestServer> => {
      const secrets = createSecrets();
      product = await startTestServer({
        DATA_DIR: dataDir,
        EVENTSTORE_URL: double.url,
        MONGODB_URL: mongo.url,
        ...secrets,
      });
      return product;
    };
    const readyz = async (of: TestServer) => {
      const { status, text } = await of.newClient().get('/readyz');
      return `${status} ${text}`;
    };
    const isReady = (of: TestServer) => expect.poll(() => readyz(of)).toBe('200 ready');
    const typesOf = async ({ context }: TestServer, stream: string) =>
      (await context.events.read(stream)).events.map(({ type }) => type);
    const expectLater = ({ status, headers, text }: TestResponse) => {
      expect([status, text]).toEqual([503, 'The service is busy. Please try again in a moment.']);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    };
    const registered = async (of: TestServer): Promise<{ ann: TestClient; id: string }> => {
      const ann = of.newClient();
      const { id } = await ann.register('ann@example.com');
      await isReady(of);
      return { ann, id };
    };

    it('A MongoDB outage at the start is reported by /readyz, and the product recovers without a restart', async () => {
      await mongo.kill();
      const of = await begin();
      expect((await of.newClient().get('/healthz')).status).toBe(200);
      const registration = { email: 'ann@example.com', password: 'house hunter' };
      const [reason, refused] = await Promise.all([readyz(of), of.newClient().post('/api/register', registration)]);
      expect(reason).toMatch(/^503 .*The view store is unreachable\./);
      expectLater(refused);
      expect(double.log.all.filter(({ stream }) => !stream.startsWith('$'))).toEqual([]);

      await mongo.restart();
      await isReady(of);
      await registered(of);
      await of.intake.ready;
    });

    it('A MongoDB outage in the middle rejects writes before they are written, and the views continue where they were', async () => {
      const of = await begin();
      const { ann, id } = await registered(of);
      await mongo.kill();
      // New events in the log, as from another process, are applied as soon as possible.
      const change = { type: 'UpdateFilters', data: { userId: id, changes: { maxPrice: 60_000 } } } as const;
      await of.context.handle(users, userStream(id), change, { actor: id, commandId: randomUUID() });
      const before = double.log.all.length;
      const answers = await Promise.all([
        ann.patch('/api/profile', { maxPrice: 50_000 }),
        of.newClient().post('/api/register', { email: 'bob@example.com', password: 'house hunter' }),
        of.newClient().post('/api/login', { email: 'ann@example.com', password: 'house hunter' }),
      ]);
      for (const answer of answers) expectLater(answer);
      expect(double.log.all).toHaveLength(before);
      expect(await readyz(of)).toMatch(/^503 .*The view store is unreachable\./);

      await mongo.restart();
      await isReady(of);
      const seen = async () => parseUser(await ann.get('/api/user')).maxPrice;
      await expect.poll(seen).toBe(60_000);
      await of.newClient().register('bob@example.com');
    });

    it('A MongoDB outage right after a durable write keeps the answer correct, with a notice that the views are behind', async () => {
      const of = await begin();
      const { ann, id } = await registered(of);
      double.log.grown.once('grown', () => void mongo.kill());
      // A client that does not wait for the views.
      const { patch } = createTestClient(of.url);
      const change = () =>
        patch('/api/profile', { maxPrice: 50_000 }, { 'idempotency-key': 'once', cookie: ann.cookie() });
      const answer = await change();
      expect([answer.status, answer.headers.get('x-views')]).toEqual([200, 'behind']);
      expect(parseUser(answer)).toMatchObject({ id, maxPrice: 50_000 });
      expect(await typesOf(of, userStream(id))).toEqual(['UserRegistered', 'FiltersUpdated']);

      await mongo.restart();
      await isReady(of);
      const again = async () => {
        const { status, headers } = await change();
        return [status, headers.get('x-views')];
      };
      await expect.poll(again).toEqual([200, null]);
      expect(parseUser(await ann.get('/api/user'))).toMatchObject({ maxPrice: 50_000 });
      expect(await typesOf(of, userStream(id))).toEqual(['UserRegistered', 'FiltersUpdated']);
    });
  },
);
