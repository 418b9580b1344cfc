import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { userStream } from '#domain/event-catalog/streams.ts';
import { type TestClient, parseUser } from '#server/testing/test-client.ts';
import { type TestServer, startTestServer } from '#server/testing/test-server.ts';

const production = {
  NODE_ENV: 'production',
  SESSION_SECRET: 'session key '.repeat(4),
  CREDENTIAL_KEY: 'AbCdEfGhIj1'.repeat(4).slice(0, 43) + '=',
};
let product: TestServer;
let ann: TestClient;
let id: string;
async function start(env: Record<string, string> = {}) {
  product = await startTestServer(env);
  ann = product.newClient();
  ({ id } = await ann.register("o'hara+1@example.com"));
}
afterEach(() => product.stop());

const read = async (client: TestClient) => JSON.parse((await client.get('/api/checkout')).text) as unknown;
const statusOf = async (client: TestClient) => parseUser(await client.get('/api/user')).membershipStatus;

describe('the checkout link', () => {
  it('The checkout link leads to the configured checkout, with the user that the payment belongs to', async () => {
    await start({ CHECKOUT_URL: 'https://buy.example.com/test_1?locale=en', MEMBERSHIP_PRICE: '$29 a month' });
    expect(await read(ann)).toEqual({
      url: `https://buy.example.com/test_1?locale=en&client_reference_id=${id}&prefilled_email=o%27hara%2B1%40example.com`,
      isDemo: false,
      price: '$29 a month',
    });
    expect((await ann.post('/checkout')).status).toBe(404);
    expect(await statusOf(ann)).toBe('unconfirmed');
  });

  it('The checkout link is absent in production without a configured checkout', async () => {
    await start(production);
    expect(await read(ann)).toEqual({ url: null, isDemo: false, price: null });
    expect((await ann.post('/checkout')).status).toBe(404);
    expect(await statusOf(ann)).toBe('unconfirmed');
  });
});

describe('The demo checkout', () => {
  const loopback = { HOST: '127.0.0.1' };
  const everywhere = { HOST: '0.0.0.0' };

  it.each<[string, Record<string, string>]>([
    ['on all addresses', everywhere],
    ['behind a proxy', { ...loopback, TRUST_PROXY: '1' }],
    ['with the secret of a payment provider', { ...loopback, PAYMENT_WEBHOOK_SECRET: 'whsec_a secret of this test' }],
    ['with DEMO_CHECKOUT=off', { ...loopback, DEMO_CHECKOUT: 'off' }],
  ])('The demo checkout activates no membership %s', async (_where, env) => {
    await start(env);
    expect(await read(ann)).toEqual({ url: null, isDemo: false, price: null });
    const [asked, unknown] = await Promise.all(['/checkout', '/nowhere'].map((path) => ann.post(path)));
    expect([asked?.status, asked?.text]).toEqual([404, unknown?.text]);
    expect((await ann.get('/checkout', { accept: 'application/json' })).status).toBe(404);
    expect(await statusOf(ann)).toBe('unconfirmed');
  });

  it.each<[string, Record<string, string>]>([
    ['on the loopback address', loopback],
    ['on localhost', { HOST: 'localhost' }],
    ['on all addresses with DEMO_CHECKOUT=on', { ...everywhere, DEMO_CHECKOUT: 'on' }],
  ])('The demo checkout is available %s', async (_where, env) => {
    await start(env);
    expect(await read(ann)).toMatchObject({ isDemo: true });
    expect((await ann.get('/checkout', { accept: 'text/html' })).text).toContain('No card is charged');
    await ann.post('/checkout');
    expect(await statusOf(ann)).toBe('active');
  });
});

describe('the demo checkout', () => {
  beforeEach(() => start());
  const redirected = (method: string, cookie: string, headers: Record<string, string> = {}) =>
    fetch(`${product.url}/checkout`, { method, redirect: 'manual', headers: { ...headers, cookie } });

  it('The demo checkout states plainly that it is a demo', async () => {
    expect(await read(ann)).toEqual({ url: `/checkout?client_reference_id=${id}`, isDemo: true, price: null });
    const page = await ann.get('/checkout', { accept: 'text/html' });
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toContain('text/html');
    expect(page.text).toContain('No card is charged');
    expect(page.text).toContain('o&#39;hara+1@example.com');
    expect(await statusOf(ann)).toBe('unconfirmed');
  });

  it('The demo checkout activates the membership of the user who opens it, and links to the home page', async () => {
    const answer = await redirected('POST', ann.cookie());
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/']);
    expect(await statusOf(ann)).toBe('active');
    const { events } = await product.context.events.read(userStream(id));
    expect(events.find(({ type }) => type === 'MembershipActivated')?.metadata.actor).toBe('payments');
    const root = await product.adminClient();
    const log = await root.get('/api/admin/workflow-logs');
    expect(log.text).toContain("Membership set to active for o'hara+1@example.com by the payment provider");
  });

  it('The demo checkout is refused without a session, and for the page of another site', async () => {
    const shown = await redirected('GET', '');
    expect([shown.status, shown.headers.get('location')]).toEqual([303, '/auth']);
    expect((await redirected('POST', '')).status).toBe(401);
    expect((await redirected('POST', ann.cookie(), { origin: 'https://elsewhere.example.com' })).status).toBe(403);
    expect((await redirected('PUT', ann.cookie())).status).toBe(405);
    expect(await statusOf(ann)).toBe('unconfirmed');
  });
});
