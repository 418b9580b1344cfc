import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, describe, expect, it } from 'vitest';
import { startPosition } from '#domain/shared/decider.ts';
import express from 'express';
import { damageIndex } from '#projections/store/testing/damage-index.ts';
import { listen } from './listen.ts';
import { createTestClient } from '#server/testing/test-client.ts';
import { createMetrics } from '#server/platform/metrics/metrics.ts';
import { createHealthRoutes } from './health.ts';
import { createMachineRouter } from './routing/api-router.ts';
import { type TestServer, startTestServer } from '#server/testing/test-server.ts';

let product: TestServer | null = null;
afterEach(async () => {
  await product?.stop();
  product = null;
});

const begin = async (env: Record<string, string> = {}) => (product = await startTestServer(env));

describe('health', () => {
  it('The server is alive and ready once started', async () => {
    const { newClient: somebody } = await begin();
    expect((await somebody().get('/healthz')).status).toBe(200);
    await expect.poll(async () => (await somebody().get('/readyz')).status).toBe(200);
    for (const path of ['/healthz', '/readyz', '/metrics'])
      expect((await somebody().send('POST', path)).status).toBe(405);
  });

  const lagging = async (
    measureLag: () => Promise<{
      position: typeof startPosition;
      head: typeof startPosition;
      events: number;
      secondsBehind: number;
    }>,
    ready = Promise.resolve(),
  ) => {
    const app = express().use(
      createMachineRouter(
        createHealthRoutes({
          config: { metricsToken: null },
          projector: { ready, measureLag },
          metrics: createMetrics(),
        }),
      ),
    );
    const server = await listen({ host: '127.0.0.1', port: 0 });
    server.server.on('request', app);
    const answer = await createTestClient(server.url).get('/readyz');
    await server.close();
    return [answer.status, answer.text];
  };
  const answerOf = async (own: Pick<Parameters<typeof createHealthRoutes>[0], 'notReadyReason' | 'warning'>) => {
    const deps = { config: { metricsToken: null }, metrics: createMetrics(), ...own };
    const projector = { ready: Promise.resolve(), measureLag: () => Promise.reject(new Error('gone')) };
    const app = express().use(createMachineRouter(createHealthRoutes({ ...deps, projector })));
    const server = await listen({ host: '127.0.0.1', port: 0 });
    server.server.on('request', app);
    const { status, text } = await createTestClient(server.url).get('/readyz');
    await server.close();
    return [status, text];
  };

  it('The server tells of a task that has failed, whether it is ready all the same or not', async () => {
    const failure = () => 'The work of the projector has failed; it begins again soon.';
    expect(await answerOf({ notReadyReason: failure })).toEqual([503, failure()]);
    expect(await answerOf({ warning: failure })).toEqual([200, `ready, but: ${failure()}`]);
  });
  const head = 12 as typeof startPosition;

  it('The server reports why it is not ready', async () => {
    const behind = { position: startPosition, head, events: 12, secondsBehind: 7.2 };
    const never = new Promise<void>(() => undefined);
    expect(await lagging(() => Promise.resolve(behind), never)).toEqual([503, 'The views are being built: at 0 of 12']);
    expect(await lagging(() => Promise.reject(new Error('gone')), never)).toEqual([503, 'The stores are unreachable']);
    expect(await lagging(() => never.then(() => behind), never)).toEqual([503, 'The stores are unreachable']);
  });

  it('The server is ready when its views are present, however far they are behind', async () => {
    const behind = { position: startPosition, head, events: 12, secondsBehind: 7.2 };
    expect(await lagging(() => Promise.resolve(behind))).toEqual([200, 'ready']);
  });
});

describe('readiness', () => {
  const readiness = async () => {
    const { status, text } = await (product ?? (await begin())).newClient().get('/readyz');
    return [status, text];
  };

  it('The server is not ready from a refused write until the store accepts writes again', async () => {
    const { dataDir, context } = await begin();
    await expect.poll(readiness).toEqual([200, 'ready']);
    const other = new DatabaseSync(join(dataDir, 'vault.sqlite'));
    other.exec('BEGIN IMMEDIATE');
    await expect(context.documents.put('audit', { id: 'x' })).rejects.toThrow('vault.sqlite cannot be used just now');
    expect(await readiness()).toEqual([503, 'The store of sessions and credentials refuses writes.']);
    other.exec('ROLLBACK');
    other.close();
    expect(await readiness()).toEqual([200, 'ready']);
  });

  it('The server is not ready once it has met a damaged index', async () => {
    const { dataDir, context } = await begin();
    await expect.poll(readiness).toEqual([200, 'ready']);
    damageIndex(join(dataDir, 'events.sqlite'), 'events_of_stream');
    await expect(context.events.read('user-anybody')).rejects.toThrow('events.sqlite is damaged');
    const [status, text] = await readiness();
    expect(status).toBe(503);
    expect(text).toContain('events.sqlite is damaged');
    const problem = await product?.newClient().get('/readyz', { accept: 'application/problem+json' });
    expect(problem?.headers.get('content-type')).toContain('application/problem+json');
    expect(JSON.parse(problem?.text ?? '')).toMatchObject({ status: 503, code: 'busy', detail: text });
  });

  it('The server is not ready once the history is damaged, and the history says that it is', async () => {
    const { dataDir, newClient, adminClient } = await begin();
    await expect.poll(readiness).toEqual([200, 'ready']);
    damageIndex(join(dataDir, 'history.sqlite'), 'history@1#1:at');
    await newClient().register('ann@example.com');
    await expect.poll(readiness).toEqual([503, expect.stringContaining('history.sqlite is damaged')]);
    const { status, text } = await (await adminClient()).get('/api/admin/history');
    expect([status, text]).toEqual([503, expect.stringContaining('its data store is inconsistent')]);
  });
});

describe('metrics', () => {
  const outside = Object.values(networkInterfaces())
    .flatMap((all) => all ?? [])
    .find(({ internal, family }) => !internal && family === 'IPv4')?.address;

  it('Metrics report to this machine how the server is doing, by route and never by person', async () => {
    const { newClient: somebody } = await begin();
    const ann = somebody();
    const { id } = await ann.register('ann@example.com');
    await ann.patch('/api/profile', { maxPrice: 1 });
    await somebody().get('/no/such/page.html');
    const { status, text } = await somebody().get('/metrics');
    expect(status).toBe(200);
    expect(text).toContain('http_request_duration_seconds_count{method="PATCH",route="/api/profile",status="200"} 1');
    expect(text).toContain('events_applied_total{type="FiltersUpdated"} 1');
    const later = async () => (await somebody().get('/metrics')).text;
    await expect.poll(later).toMatch(/^projection_lag_events 0$/m);
    for (const subscription of ['mail', 'push', 'matching'])
      await expect.poll(later).toContain(`subscription_lag_seconds{subscription="${subscription}"} 0\n`);
    expect(text).toContain('process_cpu_seconds_total');
    expect(text).not.toContain(id);
    expect(text).not.toContain('ann@example.com');
  });

  it('Metrics are refused to a client behind a proxy', async () => {
    const { newClient: somebody } = await begin({ TRUST_PROXY: '1' });
    for (const header of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via']) {
      expect((await somebody().get('/metrics', { [header]: '127.0.0.1' })).status).toBe(401);
    }
  });

  it.skipIf(outside === undefined)('Metrics are available to remote clients with the token only', async () => {
    const { url } = await begin({ HOST: '0.0.0.0', METRICS_TOKEN: 'a token of this test' });
    const stranger = createTestClient(url.replace('0.0.0.0', outside ?? ''));
    const without = await stranger.get('/metrics');
    expect([without.status, without.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    expect((await stranger.get('/metrics', { authorization: 'Bearer a tokem' })).status).toBe(401);
    expect((await stranger.get('/metrics', { authorization: 'Bearer a token of this test' })).status).toBe(200);
    expect((await stranger.get('/metrics', { 'x-forwarded-for': '127.0.0.1' })).status).toBe(401);
  });
});
