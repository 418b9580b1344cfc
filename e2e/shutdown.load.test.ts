import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startPosition } from '#domain/shared/decider.ts';
import { openStores } from '#server/platform/storage/stores.ts';
import { deliverWebhook, webhookSecret } from '#server/testing/deliver-webhook.ts';
import { generateLog } from '../tools/bench/data/generate-log.ts';
import { createApiUser } from './api-user.ts';
import { createLotListing } from './lot-listing.ts';
import { createTemporaryFolder, type Product, removeFolder, startProduct } from './product.ts';

const maxShutdownMs = 10_000;
const env = { ADMIN_EMAIL: 'root@example.com', ADMIN_PASSWORD: 'correct horse', INTAKE_SECRET: webhookSecret };
/** After it the next morning has come. */
const laterMs = 36 * 60 * 60 * 1000;
const listingCount = 1_500;
const listingsPerDelivery = 100;

describe('SIGTERM', () => {
  let dataDir: string;
  let product: Product;
  const url = () => product.url;
  beforeEach(async () => {
    dataDir = await createTemporaryFolder();
  });
  afterEach(async () => {
    await product.kill();
    await removeFolder(dataDir);
  });

  const useStores = async <T>(use: (stores: Awaited<ReturnType<typeof openStores>>) => Promise<T>): Promise<T> => {
    const stores = await openStores({ dataDir, eventStoreUrl: null, mongoUrl: null });
    return use(stores).finally(stores.close);
  };
  const readMetric = async (name: string): Promise<number> => {
    const metrics = await (await fetch(`${url()}/metrics`)).text();
    const line = metrics.split('\n').find((one) => one.startsWith(`${name} `));
    return Number(line?.split(' ')[1] ?? NaN);
  };
  const expectPromptEnd = async () => {
    const signalledAt = performance.now();
    expect(await product.stop()).toBe(0);
    expect(performance.now() - signalledAt).toBeLessThan(maxShutdownMs);
  };

  it('SIGTERM while the views of a long log are built ends the program with 0 within 10 seconds', async () => {
    product = await startProduct(dataDir, env);
    await product.stop();
    await useStores(({ events }) => generateLog(events, 60_000));
    product = await startProduct(dataDir, env);
    await expect.poll(() => readMetric('projection_lag_events')).toBeGreaterThan(0);
    await expectPromptEnd();
    const [position, head] = await useStores(async ({ views, events }) => [
      Math.min(...(await views.checkpoints()).values()),
      await events.head(),
    ]);
    expect(position).toBeLessThan(head);
  });

  it('SIGTERM during a large daily digest ends the program with 0 within 10 seconds, and the next start completes the digest', async () => {
    product = await startProduct(dataDir, env);
    const root = await createApiUser(url, '/api/login', env.ADMIN_EMAIL, env.ADMIN_PASSWORD);
    const ann = await createApiUser(url, '/api/register', 'ann@example.com', 'house hunter');
    await ann.send('PATCH', '/api/profile', { zipCode: '48204', notificationPreference: 'daily' });
    await root.send('PATCH', `/api/admin/users/${ann.id}/membership`, { status: 'active' });
    for (let from = 0; from < listingCount; from += listingsPerDelivery) {
      const listings = Array.from({ length: listingsPerDelivery }, (_, n) => createLotListing(from + n));
      expect(
        await deliverWebhook(url(), webhookSecret, `delivery-${from}`, { source: 'county', listings }),
      ).toMatchObject({ status: 202 });
    }
    const countWaiting = () => readMetric('scout_queue_length{queue="digests"}');
    await expect.poll(countWaiting).toBe(listingCount);
    await product.stop();

    const countDelivered = () =>
      useStores(
        async ({ events }) =>
          (await events.readAll(startPosition, 1_000_000)).filter(({ type }) => type === 'AlertsDelivered').length,
      );
    const clocked = { ...env, NODE_ENV: 'test', CLOCK_FILE: join(dataDir, 'clock') };
    await writeFile(clocked.CLOCK_FILE, new Date(Date.now() + laterMs).toISOString());
    product = await startProduct(dataDir, clocked);
    await expect.poll(() => ann.get('/api/listings/recent')).not.toEqual([]);
    await expectPromptEnd();
    expect(await countDelivered()).toBeLessThan(listingCount);

    product = await startProduct(dataDir, clocked);
    const countMails = async () => (await readdir(join(dataDir, 'outbox')).catch(() => [])).length;
    await expect.poll(countMails).toBe(1);
    await product.stop();
    expect(await countDelivered()).toBe(listingCount);
    expect(await countMails()).toBe(1);
  });
});
