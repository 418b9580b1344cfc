import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startPosition } from '#domain/shared/decider.ts';
import { type TestEngines, startTestEngines, isServerMissing } from '#server/testing/engines.ts';
import { type TestServer, startTestServer } from '#server/testing/test-server.ts';

describe.skipIf(isServerMissing)('a process with one role (skipped where MONGODB_URL is not set)', () => {
  let engines: TestEngines;
  const open: TestServer[] = [];
  beforeEach(async () => {
    engines = await startTestEngines();
  });
  afterEach(async () => {
    for (const process of open.splice(0).toReversed()) await process.stop();
    await engines.stop();
  });

  const begin = async (role: string) => {
    const process = await startTestServer({ ...engines.env, APP_ROLE: role });
    open.push(process);
    const { get } = process.newClient();
    const readyz = async () => {
      const { status, text } = await get('/readyz');
      return `${status} ${text}`;
    };
    const leads = async (task: string) => (await get('/metrics')).text.includes(`leading{task="${task}"} 1`);
    return { get, readyz, leads, services: process.services };
  };

  it('A process with one role that serves the web lacks the views until a projector builds them', async () => {
    const web = await begin('web');
    await expect.poll(web.readyz).toMatch(/^503 The views are being built: at 0 of \d+$/);
    expect(await web.leads('projector')).toBe(false);
    const projector = await begin('projector');
    await expect.poll(projector.readyz).toBe('200 ready');
    await expect.poll(web.readyz).toBe('200 ready');
    expect((await web.get('/api/openapi.json')).status).toBe(200);
  });

  it.each(['projector', 'scout', 'sender'])('A process with the role %s answers its operators only', async (role) => {
    const process = await begin(role);
    await expect.poll(process.readyz).toBe('200 ready');
    if (role !== 'sender') await expect.poll(() => process.leads(role)).toBe(true);
    expect((await process.get('/healthz')).status).toBe(200);
    for (const path of ['/', '/api/user', '/api/openapi.json', '/socket.io/?EIO=4&transport=polling']) {
      const { status, text } = await process.get(path);
      expect([status, text]).toEqual([404, 'This process serves no pages']);
    }
  });

  it('A process that only sends leads no task, and sends what another has put', async () => {
    const sender = await begin('sender');
    const { services } = await begin('web');
    const { documents, clock, outbox } = services;
    const now = clock();
    const times = { createdAt: now.toISOString(), position: startPosition, due: now.getTime() };
    // It is dropped when it is rendered, as there is no such user.
    await outbox.put([{ id: 'mail', channel: 'mail', userId: 'nobody', content: { kind: 'test-alert' }, ...times }]);
    await expect.poll(() => documents.get('outbox', 'mail')).toBeNull();
    expect((await sender.get('/metrics')).text).not.toContain('leading{');
  });

  it('A process with one role waits while another leads, and leads when that ends', async () => {
    const first = await begin('projector');
    await expect.poll(() => first.leads('projector')).toBe(true);
    const second = await begin('projector');
    await expect.poll(second.readyz).toBe('200 ready');
    // A pause of the machine may have handed the lease over.
    const leading = await Promise.all([first, second].map(({ leads }) => leads('projector')));
    expect(leading.toSorted()).toEqual([false, true]);
    const [leader] = open.splice(leading.indexOf(true), 1);
    await leader?.stop();
    const other = leading[0] ? second : first;
    await expect.poll(() => other.leads('projector')).toBe(true);
  });
});
