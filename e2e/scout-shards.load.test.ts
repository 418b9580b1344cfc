import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { AlertEvent } from '#domain/alert/events.ts';
import { type Recorded, startPosition } from '#domain/shared/decider.ts';
import { deliverWebhook, webhookSecret } from '#server/testing/deliver-webhook.ts';
import { isServerMissing } from '#server/testing/engines.ts';
import { createApiUser } from './api-user.ts';
import { clusterAdmin, type Cluster, type ClusterProcess, startCluster } from './cluster.ts';
import { createLotListing } from './lot-listing.ts';

const waitOptions = { timeout: 60_000, interval: 50 };
const shardCount = 4;
const memberCount = 8;
/** In ms. */
const maxTakeoverMs = 10_000;

describe.skipIf(isServerMissing)('The shards of the scout in two processes (skipped without MONGODB_URL)', () => {
  let cluster: Cluster;
  let web: ClusterProcess;
  let scouts: ClusterProcess[];
  let offered = 0;

  beforeAll(async () => {
    cluster = await startCluster(['web', 'projector', 'scout', 'scout'], { SCOUT_SHARDS: String(shardCount) });
    const [first] = cluster.all;
    if (first === undefined) throw new Error('There is no web process');
    web = first;
    scouts = cluster.all.filter(({ role }) => role === 'scout');
    const signIn = () => createApiUser(() => web.url, '/api/login', clusterAdmin.email, clusterAdmin.password);
    const root = await vi.waitUntil(() => signIn().catch(() => null), waitOptions);
    for (let n = 0; n < memberCount; n += 1) {
      const member = await createApiUser(() => web.url, '/api/register', `member-${n}@example.com`, 'house hunter');
      await member.send('PATCH', '/api/profile', { zipCode: '48201' });
      await root.send('PATCH', `/api/admin/users/${member.id}/membership`, { status: 'active' });
    }
  });
  afterAll(() => cluster.end());

  /** How many shards each process works on. */
  const countShards = (processes: ClusterProcess[]) =>
    Promise.all(
      processes.map(async ({ url }) => {
        const metrics = await (await fetch(`${url}/metrics`)).text();
        return metrics.match(/^leader_working\{task="scout#\d+-of-4"\} 1$/gm)?.length ?? 0;
      }),
    );
  const offer = async (count: number) => {
    const listings = Array.from({ length: count }, () => createLotListing((offered += 1)));
    const answer = await deliverWebhook(web.url, webhookSecret, randomUUID(), { source: 'county', listings });
    expect(answer.status).toBe(202);
  };
  /** The alerts of each listing, however many streams they are in. */
  const countAlerts = async () => {
    const all = (await cluster.events.readAll(startPosition, 1_000_000)) as Recorded<AlertEvent>[];
    const counts = new Map<string, number>();
    for (const { type, data } of all) {
      if (type !== 'AlertsDelivered') continue;
      counts.set(data.listingId, (counts.get(data.listingId) ?? 0) + data.members.length);
    }
    return [...counts.values()];
  };
  const allAlerted = () => Array.from({ length: offered }, () => memberCount);

  it('Two processes take two of four shards each; where one is killed the other works on all within 10 s, and each member is alerted once', async ({
    annotate,
  }) => {
    const [killed, left] = scouts;
    if (killed === undefined || left === undefined) throw new Error('There are no two scouts');
    await expect.poll(() => countShards(scouts), waitOptions).toEqual([2, 2]);
    await offer(5);
    await expect.poll(countAlerts, waitOptions).toEqual(allAlerted());
    await offer(5);
    const began = performance.now();
    await cluster.kill(killed);
    await expect.poll(() => countShards([left]), waitOptions).toEqual([shardCount]);
    const took = performance.now() - began;
    await offer(5);
    await expect.poll(countAlerts, waitOptions).toEqual(allAlerted());
    expect(took).toBeLessThan(maxTakeoverMs);
    await annotate(`the other process took over in ${Math.round(took)} ms`);

    const back = await cluster.start('scout');
    await expect.poll(() => countShards([left, back]), waitOptions).toEqual([2, 2]);
    await offer(5);
    await expect.poll(countAlerts, waitOptions).toEqual(allAlerted());
  });
});
