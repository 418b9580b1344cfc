import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import type { ApiUser } from './api-user.ts';
import { setUpApp, closeWindowsAfterEach } from './test-app.ts';

const app = setUpApp();
closeWindowsAfterEach(app);
let ann: ApiUser;
beforeAll(async () => {
  ann = await app.register('ann@example.com');
  await ann.send('PATCH', '/api/profile', { zipCode: '48201' });
});

/** Keeps the scripts of pages back until the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<undefined>();
  await page.route('**/assets/app-*.js', async (route) => {
    await held.promise;
    await route.continue();
  });
  return () => held.resolve(undefined);
}

it.each([
  { path: '/auth', text: 'Be the first to be notified', role: 'tab', name: 'Login' },
  { path: '/sell', text: 'Sell as-is, with no repairs', role: 'button', name: 'Send offer' },
] as const)(
  'The page $path says what it is for before its scripts are loaded, and says it once',
  async ({ path, text, role, name }) => {
    const page = await app.browser.newPage();
    const release = await holdScripts(page);
    await page.goto(`${app.product.url}${path}`, { waitUntil: 'commit' });
    await page.getByText(text).waitFor();
    expect(await page.getByRole(role).count()).toBe(0);
    release();
    await page.getByRole(role, { name }).waitFor();
    expect(await page.getByText(text).count()).toBe(1);
  },
);

it('The home page shows its frame before its scripts are loaded, and sends each of its first reads once', async () => {
  const context = await app.browser.newContext();
  const [name = '', value = ''] = ann.cookie().split('=');
  await context.addCookies([{ name, value, url: app.product.url }]);
  const page = await context.newPage();
  const sent: string[] = [];
  page.on('request', (request) => sent.push(new URL(request.url()).pathname));
  // A connection that opens reads everything again where something has changed.
  await page.route(/\/assets\/socket-/, (route) => route.abort());
  const release = await holdScripts(page);
  await page.goto(app.product.url, { waitUntil: 'commit' });
  await page.locator('#shell').getByText('Off-Market Scout').waitFor();
  expect(await page.getByText('Welcome back!').count()).toBe(0);
  release();
  await page.getByRole('heading', { name: 'Recent sent listings' }).waitFor();
  expect(await page.locator('#shell').count()).toBe(0);
  const reads = ['user', 'listings/recent', 'announcements/latest', 'first-minute', 'channels', 'searches', 'scouting'];
  for (const read of reads) expect([read, sent.filter((path) => path === `/api/${read}`).length]).toEqual([read, 1]);
});

it.each([
  { path: '/admin', read: '?limit=200' },
  { path: '/admin?q=ann', read: '?q=ann&limit=200' },
])('The users table of $path reads its first page once: $read', async ({ path, read }) => {
  const page = await app.open(app.root, '/profile');
  const sent: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname === '/api/admin/users') sent.push(search);
  });
  await page.route(/\/assets\/socket-/, (route) => route.abort());
  const release = await holdScripts(page);
  await page.goto(app.product.url + path, { waitUntil: 'commit' });
  // Only an address without filters says what is read first.
  if (path === '/admin') await expect.poll(() => sent).toEqual([read]);
  release();
  await page.getByRole('table').getByRole('link', { name: 'ann@example.com' }).waitFor();
  expect(sent).toEqual([read]);
});

it('The page of listings requests what its address asks for before it is rendered, and once', async () => {
  const page = await app.open(ann, '/profile');
  const heading = page.getByRole('heading', { name: 'Listings', exact: true });
  const sent: [query: string, headings: number][] = [];
  await page.route(/\/assets\/socket-/, (route) => route.abort());
  await page.route(/\/api\/listings\?filter=saved/, async (route) => {
    sent.push([new URL(route.request().url()).search, await heading.count()]);
    await route.continue();
  });
  await page.goto(`${app.product.url}/listings?filter=saved&view=map`);
  await page.getByText('No listings match these filters.').waitFor();
  expect(sent).toEqual([['?filter=saved', 0]]);
});

/** The reads that the home page of a member sends while it loads and connects; `beforeConnecting` runs in between. */
async function loadHome(beforeConnecting: () => Promise<unknown>) {
  const page = await app.open(ann, '/profile');
  await page.waitForLoadState('networkidle');
  const sent: string[] = [];
  page.on('request', (request) => sent.push(new URL(request.url()).pathname));
  await page.route(/\/assets\/socket-/, async (route) => {
    await page.getByRole('heading', { name: 'Recent sent listings' }).waitFor();
    await page.getByText('Mileage radius').first().waitFor();
    await beforeConnecting();
    await route.continue();
  });
  const [socket] = await Promise.all([page.waitForEvent('websocket'), page.goto(app.product.url)]);
  // The answer to the first probe.
  await socket.waitForEvent('framereceived', { predicate: ({ payload }) => String(payload).startsWith('43') });
  await page.waitForLoadState('networkidle');
  return { page, countReads: (path: string) => sent.filter((one) => one === path).length };
}

it('A page that connects reads nothing again where nothing has changed since', async () => {
  // What happened before the test may still be on its way to the sockets.
  const load = async () => {
    const { countReads } = await loadHome(() => Promise.resolve());
    return [countReads('/api/user'), countReads('/api/listings/recent')];
  };
  await expect.poll(load).toEqual([1, 1]);
});

it('A page that connects shows what changed after it was read', async () => {
  const { page, countReads } = await loadHome(() => ann.send('PATCH', '/api/profile', { zipCode: '48202' }));
  await page.getByText('48202').first().waitFor();
  expect(countReads('/api/user')).toBe(2);
});

it('The page does not request the current user if the browser has no session', async () => {
  const page = await app.browser.newPage();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(`${app.product.url}/auth`);
  await page.getByRole('tab', { name: 'Login' }).waitFor();
  expect(asked).not.toContain('/api/user');
});

it('An error without a network is shown on the very first interaction', async () => {
  const page = await app.open(ann, '/');
  // The toaster is loaded without any interaction, before the network is lost.
  await page.getByRole('region', { name: /^Notifications \(/ }).waitFor({ state: 'attached' });
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Save Preferences' }).click();
  await page.getByText('Update failed').first().waitFor();
});

it('The admin page sends each of its first reads once, before its scripts are loaded', async () => {
  const page = await app.open(app.root, '/profile');
  const sent: string[] = [];
  page.on('request', (request) => sent.push(new URL(request.url()).pathname));
  await page.route(/\/assets\/socket-/, (route) => route.abort());
  const release = await holdScripts(page);
  await page.goto(`${app.product.url}/admin`, { waitUntil: 'commit' });
  const visitorReads = ['stats', 'daily', 'recent', 'available-weeks'].map((name) => `admin/visitors/${name}`);
  const reads = [
    'user',
    'admin/users',
    'admin/overview',
    'admin/scout',
    'security',
    ...visitorReads,
    'announcements/latest',
  ];
  const countReads = () => reads.map((read) => [read, sent.filter((path) => path === `/api/${read}`).length]);
  await expect.poll(countReads).toEqual(reads.map((read) => [read, 1]));
  release();
  await page.getByRole('table').getByRole('link', { name: 'ann@example.com' }).waitFor();
  expect(countReads()).toEqual(reads.map((read) => [read, 1]));
});
