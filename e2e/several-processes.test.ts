import { randomUUID } from 'node:crypto';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { AlertEvent } from '#domain/alert/events.ts';
import { type Recorded, startPosition } from '#domain/shared/decider.ts';
import { isServerMissing } from '#server/testing/engines.ts';
import { type ApiUser, createApiUser } from './api-user.ts';
import { clusterAdmin, type Cluster, type ClusterProcess, startCluster } from './cluster.ts';
import { deliverWebhook, webhookSecret } from '#server/testing/deliver-webhook.ts';

/** `isWhole` until the connection is lost: messages sent before it reconnects are not repeated. */
type SocketRecord = { socket: Socket; prices: number[]; alerts: string[]; isWhole: boolean };
type Member = ApiUser & { price: number; heard: SocketRecord[] };

const waitOptions = { timeout: 60_000, interval: 20 };
const streets = ['Maple', 'Oak', 'Cedar', 'Elm', 'Birch', 'Walnut', 'Linden'];

/** Another process takes over within this many milliseconds, on a machine that is busy with other tests too. */
const maxTakeoverMs = 30_000;

describe.skipIf(isServerMissing)('Several processes (skipped without MONGODB_URL)', () => {
  let cluster: Cluster;
  let webs: ClusterProcess[];
  let root: ApiUser;
  let offerCount = 0;
  const members: Member[] = [];
  const url = (n: number) => webs[n % webs.length]?.url ?? '';

  beforeAll(async () => {
    cluster = await startCluster(['web', 'web', 'projector', 'projector', 'scout', 'scout']);
    webs = cluster.all.filter(({ role }) => role === 'web');
    await Promise.all(cluster.all.map(isReady));
    const signIn = () => createApiUser(() => url(0), '/api/login', clusterAdmin.email, clusterAdmin.password);
    root = await vi.waitUntil(() => signIn().catch(() => null), waitOptions);
    for (let n = 0; n < 3; n += 1) members.push(await joined(n));
  });
  afterAll(async () => {
    for (const { heard } of members) for (const { socket } of heard) socket.disconnect();
    await cluster.end();
  });

  const isReady = ({ url: at }: ClusterProcess) =>
    vi.waitUntil(async () => (await fetch(`${at}/readyz`)).ok, waitOptions);

  /** A member with a window open on each web process. */
  const joined = async (n: number): Promise<Member> => {
    const api = await createApiUser(() => url(n), '/api/register', `member-${n}@example.com`, 'house hunter');
    await api.send('PATCH', '/api/profile', { zipCode: '48204', maxPrice: 60_000 });
    await root.send('PATCH', `/api/admin/users/${api.id}/membership`, { status: 'active' });
    return { ...api, price: 60_000, heard: await Promise.all(webs.map((web) => listening(web, api))) };
  };
  const listening = async (web: ClusterProcess, { cookie }: ApiUser): Promise<SocketRecord> => {
    const socket = io(web.url, { forceNew: true, extraHeaders: { cookie: cookie() } });
    const heard: SocketRecord = { socket, prices: [], alerts: [], isWhole: true };
    socket.on('user', ({ maxPrice }: { maxPrice: number }) => heard.prices.push(maxPrice));
    socket.on('alert', ({ listing }: { listing: { id: string } }) => heard.alerts.push(listing.id));
    socket.on('disconnect', () => (heard.isWhole = false));
    await new Promise((resolve) => socket.once('connect', () => resolve(null)));
    return heard;
  };

  /** Members who save their filters repeatedly, alternating between the two web processes. */
  const underLoad = () => {
    let isOver = false;
    let saved = 0;
    const save = async (member: Member, n: number) => {
      const headers = { cookie: member.cookie(), 'content-type': 'application/json' };
      const body = JSON.stringify({ maxPrice: member.price + 1 });
      const { status } = await fetch(`${url(n)}/api/profile`, { method: 'PATCH', headers, body });
      expect(status).toBe(200);
      member.price += 1;
      saved += 1;
    };
    const saveOn = async (member: Member, n: number) => {
      for (let turn = n; !isOver; turn += 1) await save(member, turn);
    };
    const saving = Promise.all(members.map(saveOn));
    const stop = async () => {
      isOver = true;
      await saving;
    };
    // A failing test stops it too; a failed save is thrown where it is awaited.
    saving.catch(() => undefined);
    onTestFinished(() => stop().catch(() => undefined));
    return {
      untilSaved: async (more: number) => {
        const until = saved + more;
        await Promise.race([saving, expect.poll(() => saved, waitOptions).toBeGreaterThanOrEqual(until)]);
      },
      stop,
    };
  };

  /** Two deliveries, one to each web process; all listings match all members. */
  const offer = async (count: number) => {
    const houses = Array.from({ length: 2 * count }, () => {
      offerCount += 1;
      const address = `${100 + 7 * offerCount} ${String(streets[offerCount % streets.length])} Street`;
      const title = `Inherited 3 bedroom house at ${address}, must sell as-is`;
      const link = `https://listings.example.com/${offerCount}`;
      return {
        externalId: `house-${offerCount}`,
        title,
        price: 45_000,
        details: `Heirs want ${address} gone.`,
        link,
        zipCode: '48204',
      };
    });
    const answers = await Promise.all(
      webs.map(({ url: at }, n) =>
        deliverWebhook(at, webhookSecret, randomUUID(), {
          source: 'county',
          listings: houses.slice(n * count, (n + 1) * count),
        }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([202, 202]);
  };

  /** The deliveries in the log, as `user listing`. */
  const delivered = async () => {
    const all = (await cluster.events.readAll(startPosition, 1_000_000)) as Recorded<AlertEvent>[];
    return all.flatMap((event) =>
      event.type === 'AlertsDelivered'
        ? event.data.members.map(({ userId }) => `${userId} ${event.data.listingId}`)
        : [],
    );
  };
  const isSettled = async () => {
    const head = await cluster.events.head();
    await expect
      .poll(
        async () => [...(await cluster.views.checkpoints()).values()].every((at) => at >= head || at === startPosition),
        waitOptions,
      )
      .toBe(true);
    expect(await cluster.shown()).toEqual(await cluster.replayed());
  };
  /** Every listing was alerted to every member once, in the log and in every window. */
  const allAlertedOnce = async () => {
    await expect
      .poll(async () => (await delivered()).length, waitOptions)
      .toBeGreaterThanOrEqual(offerCount * members.length);
    const facts = (await delivered()).toSorted();
    expect(facts).toHaveLength(offerCount * members.length);
    expect(new Set(facts).size).toBe(facts.length);
    for (const { id, heard } of members) {
      const due = facts.filter((fact) => fact.startsWith(id)).map((fact) => fact.slice(id.length + 1));
      for (const one of heard) {
        const { alerts } = one;
        await expect.poll(() => (one.isWhole ? alerts.length : due.length), waitOptions).toBe(due.length);
        expect(new Set(alerts).size).toBe(alerts.length);
        expect(due).toEqual(expect.arrayContaining(alerts));
      }
    }
  };
  const haveHeardTheirLatest = async (some: Member[]) => {
    for (const { price, heard } of some) {
      for (const one of heard) {
        const { prices } = one;
        await expect.poll(() => (one.isWhole ? prices.at(-1) : price), waitOptions).toBe(price);
        expect(prices).toEqual(prices.toSorted((a, b) => a - b));
      }
    }
  };
  const oneLeads = async (task: 'projector' | 'scout') => {
    while (cluster.count(task) < 2) await isReady(await cluster.start(task));
    return vi.waitUntil(async () => {
      const standing = await cluster.standing(task);
      return standing !== null && standing.standby.length > 0 && standing;
    }, waitOptions);
  };
  /** Resolves when an alert has just been delivered, the first of several. */
  const whenDelivering = (act: () => void) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (cluster.log.all.at(-1)?.type !== 'AlertsDelivered') return;
        cluster.log.grown.off('grown', look);
        act();
        resolve();
      };
      cluster.log.grown.on('grown', look);
      onTestFinished(() => void cluster.log.grown.off('grown', look));
    });
  /** Milliseconds until the views advance beyond the current head of the log. */
  const untilViewsMove = async () => {
    const began = performance.now();
    const head = await cluster.events.head();
    const least = async () => Math.min(...(await cluster.views.checkpoints()).values());
    await expect.poll(least, waitOptions).toBeGreaterThan(head);
    return performance.now() - began;
  };

  it('Several processes read on each web process what was just written on the other', async () => {
    const list = (at: string) =>
      fetch(`${at}/api/admin/users?limit=50`, { headers: { cookie: root.cookie() } }).then(
        (answer) => answer.json() as Promise<{ id: string; maxPrice: number }[]>,
      );
    const [ann] = members;
    if (!ann) throw new Error('There are no members');
    for (let [n, checks] = [0, 0]; checks < 10; n += 1) {
      ann.price += 1;
      const headers = { cookie: ann.cookie(), 'content-type': 'application/json' };
      const body = JSON.stringify({ maxPrice: ann.price });
      await Promise.all([list(url(n)), list(url(n + 1))]);
      const saved = await fetch(`${url(n)}/api/profile`, { method: 'PATCH', headers, body });
      // The product waits 2 s for its views; then it tells that they are behind.
      if (saved.headers.get('x-views') === 'behind') continue;
      expect((await list(url(n + 1))).find(({ id }) => id === ann.id)?.maxPrice).toBe(ann.price);
      checks += 1;
    }
    await haveHeardTheirLatest([ann]);
  });

  it('Several processes lose and duplicate nothing when the projector is killed under load', async ({ annotate }) => {
    const { active } = await oneLeads('projector');
    const load = underLoad();
    await Promise.all([offer(3), load.untilSaved(30)]);
    const killed = cluster.kill(active);
    const took = await untilViewsMove();
    await killed;
    await Promise.all([offer(3), load.untilSaved(30)]);
    await load.stop();
    await allAlertedOnce();
    await isSettled();
    await haveHeardTheirLatest(members);
    expect(took).toBeLessThan(maxTakeoverMs);
    await annotate(`another projector took over in ${Math.round(took)} ms`);
  });

  it('Several processes alert every member once when the scout is killed while alerting', async ({ annotate }) => {
    const { active } = await oneLeads('scout');
    let took = 0;
    const dying = whenDelivering(() => {
      const began = performance.now();
      void cluster.kill(active);
      const look = () => {
        if (cluster.log.all.at(-1)?.type !== 'AlertsDelivered') return;
        took ||= performance.now() - began;
        cluster.log.grown.off('grown', look);
      };
      setTimeout(() => cluster.log.grown.on('grown', look), 100);
    });
    await Promise.all([dying, offer(15)]);
    await allAlertedOnce();
    await isSettled();
    expect(took).toBeLessThan(maxTakeoverMs);
    await annotate(`another scout took over in ${Math.round(took)} ms`);
  });

  it('Several processes ignore former leaders that were suspended while others took over', async () => {
    const [projector, scout] = await Promise.all([oneLeads('projector'), oneLeads('scout')]);
    const asleep = [projector.active, scout.active];
    const wake = () => asleep.forEach(({ process }) => process.kill('SIGCONT'));
    onTestFinished(wake);
    const load = underLoad();
    await load.untilSaved(30);
    const sleeping = whenDelivering(() => asleep.forEach(({ process }) => process.kill('SIGSTOP')));
    await Promise.all([sleeping, offer(5)]);
    expect(await untilViewsMove()).toBeLessThan(maxTakeoverMs);
    await expect.poll(async () => (await delivered()).length, waitOptions).toBe(offerCount * members.length);
    wake();
    await Promise.all([offer(5), load.untilSaved(30)]);
    await load.stop();
    await allAlertedOnce();
    await isSettled();
    await haveHeardTheirLatest(members);
    for (const task of ['projector', 'scout'] as const) expect((await oneLeads(task)).standby).toHaveLength(1);
  });
});
