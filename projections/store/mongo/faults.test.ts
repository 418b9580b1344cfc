import { once } from 'node:events';
import type { Socket } from 'node:net';
import { MongoClient } from 'mongodb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Position } from '#domain/shared/decider.ts';
import { openMongoDocuments, openMongoViewStore } from './mongo.ts';
import type { ViewRecord } from './view-record.ts';
import {
  type ViewBatch,
  type Documents,
  Fenced,
  type LeasedViewStore,
  StoreUnavailable,
  type ViewDeclaration,
} from '../port.ts';
import { ferretDbProgram, startFerretDb } from '../testing/ferretdb.ts';

const things: ViewDeclaration = { view: 'things', version: 1, indexes: [['name']] };
const generation = '1#1';
const at = (position: number) => position as Position;
const batch = (count: number, name = 'x'): ViewBatch => [
  {
    view: things.view,
    generation,
    changes: Array.from({ length: count }, (_, n) => ({
      id: `t${n}`,
      doc: { id: `t${n}`, name },
      position: at(n + 1),
    })),
    checkpoint: at(count),
  },
];

/** What the driver keeps of a server, as far as this test breaks it. */
type MonitoredClient = MongoClient & {
  topology: { s: { servers: Map<string, { monitor: { connection: { socket: Socket } | null } }> } };
};

describe.skipIf(ferretDbProgram === undefined)(
  'MongoDB that fails (skipped where FERRETDB names no program to start)',
  () => {
    let server: Awaited<ReturnType<typeof startFerretDb>>;
    let views: LeasedViewStore;
    let documents: Documents;
    beforeEach(async () => {
      server = await startFerretDb(ferretDbProgram ?? '');
      views = openMongoViewStore(server.url);
      documents = openMongoDocuments(server.url);
      await views.prepare(things, generation);
      await views.promote(things, generation);
    });
    afterEach(async () => {
      await views.close();
      await documents.close();
      await server.end();
    });

    /** The content of the view's collection, as another client sees it. */
    const readStored = async <T>(look: (documents: ViewRecord[]) => T): Promise<T> => {
      const client = new MongoClient(server.url);
      const live = await client.db().collection('views').findOne();
      const records = await client
        .db()
        .collection<ViewRecord>(String(live?.['collection']))
        .find()
        .sort({ _id: 1 })
        .toArray();
      await client.close();
      return look(records);
    };
    const healed = (of = views) =>
      vi.waitUntil(
        () =>
          of.count(things.view).then(
            () => true,
            () => false,
          ),
        { timeout: 60_000 },
      );

    it('A failing MongoDB store applies an interrupted batch again, and once more without a change', async () => {
      const whole = batch(2_000);
      const cut = views.apply(whole);
      cut.catch(() => undefined);
      await vi.waitUntil(() => readStored(({ length }) => length > 0), { timeout: 60_000, interval: 1 });
      await server.kill();
      await expect(cut).rejects.toBeInstanceOf(StoreUnavailable);

      await server.restart();
      await healed();
      expect((await views.checkpoints()).get(things.view)).toBe(0);
      expect(await views.count(things.view)).toBeLessThan(2_000);
      await views.apply(whole);
      const once = await readStored((records) => records);
      expect(once).toHaveLength(2_000);
      expect((await views.checkpoints()).get(things.view)).toBe(2_000);
      await views.apply(whole);
      await views.apply(whole.map((part) => ({ ...part, checkpoint: null })));
      expect(await readStored((records) => records)).toEqual(once);
    });

    it('A failing MongoDB store keeps acknowledged writes, however the server is killed', async () => {
      await documents.put('secrets', { id: 'a' });
      await views.apply(batch(10));
      await server.kill();
      await server.restart();
      await healed();
      expect(await documents.get('secrets', 'a')).toEqual({ id: 'a' });
      expect(await views.count(things.view)).toBe(10);
    });

    it.each([
      ['gone', () => server.kill(), () => server.restart()],
      ['silent', () => Promise.resolve(server.sleep()), () => Promise.resolve(server.wake())],
    ])('A failing MongoDB store is unavailable while it is %s, and recovers on its own', async (_, fail, mend) => {
      await views.apply(batch(10));
      await fail();
      const requests = [
        views.get(things.view, 't1'),
        views.list(things.view, { limit: 5 }),
        views.apply(batch(20)),
        views.checkpoints(),
        views.leases.acquire('task', 'ann', 60_000),
        documents.get('secrets', 'a'),
        documents.put('secrets', { id: 'a' }),
      ];
      const answers = await Promise.allSettled(requests);
      for (const answer of answers) expect(answer).toMatchObject({ reason: expect.any(StoreUnavailable) as unknown });

      await mend();
      await healed();
      await views.apply(batch(20));
      expect(await views.count(things.view)).toBe(20);
      await documents.put('secrets', { id: 'a' });
    });

    it('A failing MongoDB store is reached once it starts, by clients that connected too early', async () => {
      await server.kill();
      const early = openMongoViewStore(server.url);
      await expect(early.checkpoints()).rejects.toBeInstanceOf(StoreUnavailable);
      await server.restart();
      await vi.waitUntil(() => early.live(things.view).catch(() => null), { timeout: 60_000 });
      await early.close();
    });

    it('A failing MongoDB store is reached again where the monitor of its driver hangs forever', async () => {
      const connecting = vi.spyOn(MongoClient.prototype, 'connect');
      const other = openMongoViewStore(server.url);
      await other.count(things.view);
      const client = connecting.mock.contexts[0] as MonitoredClient;
      connecting.mockRestore();
      const monitored = client.topology.s.servers.values().next().value;
      // The socket is gone as the monitor writes to it, and the driver does not know yet.
      client.on('serverHeartbeatStarted', () => monitored?.monitor.connection?.socket.destroy());
      await once(client, 'serverHeartbeatStarted');
      server.sleep();
      const request = other.count(things.view);
      await Promise.all([expect(request).rejects.toBeInstanceOf(StoreUnavailable), server.kill()]);
      await server.restart();
      await healed(other);
      await other.close();
    });

    it('A failing MongoDB store lets a holder that was suspended past the end of its lease write nothing more', async () => {
      const first = await views.leases.acquire('projector', 'ann', 1);
      const other = openMongoViewStore(server.url);
      if (!first) throw new Error('acquire gave none');
      const cut = views.apply(batch(2_000), first);
      cut.catch(() => undefined);
      await vi.waitUntil(() => readStored(({ length }) => length > 0), { timeout: 60_000, interval: 1 });
      await vi.waitUntil(() => other.leases.acquire('projector', 'bob', 60_000), { timeout: 60_000 });
      const late = vi.spyOn(Date, 'now').mockImplementation(() => new Date().getTime() + 60_000);
      await expect(cut).rejects.toBeInstanceOf(Fenced);
      late.mockRestore();
      expect((await other.checkpoints()).get(things.view)).toBe(0);
      await other.close();
    });

    it('A failing MongoDB store can be closed while it is silent', async () => {
      await views.count(things.view);
      await documents.get('secrets', 'a');
      server.sleep();
      const requests = [views.count(things.view), documents.get('secrets', 'a')];
      for (const answer of requests) answer.catch(() => undefined);
      await Promise.all([views.close(), documents.close()]);
      server.wake();
      const answers = await Promise.allSettled(requests);
      for (const answer of answers) expect(answer).toMatchObject({ reason: expect.any(StoreUnavailable) as unknown });
    });

    it('A failing MongoDB store leaves nothing behind in this process when it is closed', async () => {
      const sockets = () => process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length;
      const before = sockets();
      const other = openMongoViewStore(server.url);
      await Promise.all(Array.from({ length: 10 }, () => other.count(things.view)));
      expect(sockets()).toBeGreaterThan(before);
      await other.close();
      await vi.waitUntil(() => sockets() <= before, { timeout: 60_000 });
    });
  },
);
