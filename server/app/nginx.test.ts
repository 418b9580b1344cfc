import { randomUUID } from 'node:crypto';
import { io } from 'socket.io-client';
import { Agent, type BodyInit, fetch, FormData } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signDelivery, webhookSecret } from '#server/testing/deliver-webhook.ts';
import { findFreePort } from '#server/lib/testing/free-port.ts';
import { isNginxMissing, startNginx } from '#server/testing/nginx.ts';
import { adminCredentials, startTestServer, type TestServer } from '#server/testing/test-server.ts';

const megabytes = (count: number) => 'x'.repeat(count * 1_000_000);
const json = { 'content-type': 'application/json' };

const skipped = isNginxMissing ? " (skipped: Debian's packages nginx or openssl are missing)" : '';

describe.skipIf(isNginxMissing).each([
  ['by the example in deploy/', {}],
  ['by a short configuration without keep-alive to the product', { withoutKeepAlive: true }],
])(`The product behind nginx, %s${skipped}`, (_name, options) => {
  let product: TestServer;
  let nginx: Awaited<ReturnType<typeof startNginx>>;
  let client: Agent;
  let url: string;
  beforeAll(async () => {
    const port = await findFreePort();
    url = `https://localhost:${port}`;
    product = await startTestServer({ PUBLIC_URL: url, TRUST_PROXY: '1', INTAKE_SECRET: webhookSecret });
    nginx = await startNginx({ port, upstreamPort: Number(new URL(product.url).port) }, options);
    client = new Agent({ allowH2: true, connect: { ca: nginx.ca } });
  });
  afterAll(async () => {
    await client.destroy();
    await nginx.stop();
    await product.stop();
  });

  const send = async (method: string, path: string, body?: BodyInit, headers: Record<string, string> = {}) => {
    const init = body === undefined ? {} : { body };
    const answer = await fetch(url + path, { method, headers, dispatcher: client, ...init });
    return { status: answer.status, text: await answer.text(), cookies: answer.headers.getSetCookie() };
  };
  const signIn = async (path: string, credentials: object) => {
    const { status, text, cookies } = await send('POST', path, JSON.stringify(credentials), json);
    expect([status, cookies.length]).toEqual([path === '/api/login' ? 200 : 201, 1]);
    const user = JSON.parse(text) as { id: string }; // a user, as the status says
    return { cookie: cookies[0]?.split(';')[0] ?? '', id: user.id };
  };

  it(`The product answers 413 to bodies that are too large, ${_name}`, async () => {
    const { cookie } = await signIn('/api/login', adminCredentials);
    const endpoints = ['/api/register', '/api/login', '/api/sell', '/api/forgot-password', '/api/visitors/track'];
    const statuses: number[] = [];
    for (const path of endpoints) {
      for (const size of [3, 5, 10, 20]) {
        statuses.push((await send('POST', path, megabytes(size), { ...json, cookie })).status);
      }
    }
    const form = new FormData();
    form.set('file', new File([megabytes(20)], 'users.csv'));
    statuses.push((await send('POST', '/api/admin/users/import', form, { cookie })).status);
    expect(statuses).toEqual(Array.from({ length: 21 }, () => 413));
  });

  it.runIf(!('withoutKeepAlive' in options))(
    'A member behind nginx receives a listing by the socket, and an admin uploads users',
    async () => {
      const member = await signIn('/api/register', { email: `${randomUUID()}@example.com`, password: 'house hunter' });
      const { cookie } = await signIn('/api/login', adminCredentials);
      const filters = { maxPrice: 60_000, mileageRadius: 25, zipCode: '48204' };
      const saved = await send('PATCH', '/api/profile', JSON.stringify(filters), { ...json, cookie: member.cookie });
      const active = JSON.stringify({ status: 'active' });
      const path = `/api/admin/users/${member.id}/membership`;
      expect([saved.status, (await send('PATCH', path, active, { ...json, cookie })).status]).toEqual([200, 200]);

      const extraHeaders = { cookie: member.cookie };
      const socket = io(url, { transports: ['websocket'], ca: nginx.ca, extraHeaders, reconnection: false });
      const alerted = new Promise((resolve, reject) => {
        socket.once('alert', resolve);
        socket.once('connect_error', reject);
      });
      await new Promise((resolve) => socket.once('connect', () => resolve(null)));
      const listing = {
        title: 'Inherited 3 bedroom house, must sell as-is',
        details: 'Heirs want it gone.',
        price: 45_000,
      };
      const listings = [{ ...listing, externalId: '1', link: 'https://listings.example.com/1', zipCode: '48204' }];
      const payload = JSON.stringify({ source: 'county', listings });
      const headers = { ...json, ...signDelivery(webhookSecret, randomUUID(), payload) };
      expect(await send('POST', '/api/intake/listings', payload, headers)).toMatchObject({ status: 202 });
      expect(await alerted).toMatchObject({ listing: { title: listing.title } });
      socket.disconnect();

      const form = new FormData();
      const rows = Array.from({ length: 2000 }, (_, n) => `upload-${n}@example.com,${'note '.repeat(100)}`);
      form.set('file', new File([['Email,Notes', ...rows].join('\n')], 'users.csv'));
      const uploaded = await send('POST', '/api/admin/users/import?dryRun=1', form, { cookie });
      expect([uploaded.status, JSON.parse(uploaded.text)]).toMatchObject([200, { new: 2000 }]);
    },
  );
});
