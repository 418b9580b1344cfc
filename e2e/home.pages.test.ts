import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ApiUser } from './api-user.ts';
import { failCalls, setUpApp, registerMember } from './test-app.ts';

const app = setUpApp();
let ann: ApiUser;
let page: Page;

const card = (name: string) => page.getByRole('region', { name, exact: true });
const toast = (title: string) => page.getByRole('listitem').filter({ hasText: title });
const announce = (message: string) => app.root.send('POST', '/api/admin/announcements', { message });
const activate = (who: ApiUser) =>
  app.root.send('PATCH', `/api/admin/users/${who.id}/membership`, { status: 'active' });

let people = 0;
const newMember = () => registerMember(app, `ann-${(people += 1)}@example.com`);

it('The home page shows its cards in order, and links to the admin dashboard for admins only', async () => {
  ann = await app.register('order@example.com');
  page = await app.open(ann, '/');
  await page.getByRole('heading', { name: 'Welcome back!', level: 1 }).waitFor();
  await page.getByText('order@example.com').first().waitFor();
  await expect
    .poll(() => page.getByRole('heading', { level: 2 }).allInnerTexts())
    .toEqual([
      'Get your first alert',
      'Announcements',
      'Membership',
      'Recent sent listings',
      'Filter Preferences',
      'Update Credentials',
    ]);
  expect(await page.getByRole('link', { name: 'Admin Dashboard' }).count()).toBe(0);
  await page.context().close();
  page = await app.open(app.root, '/');
  await page.getByRole('link', { name: 'Admin Dashboard' }).waitFor();
  await page.context().close();
});

describe('An announcement on the home page', () => {
  beforeEach(async () => {
    await announce('');
    ann = await newMember();
    page = await app.open(ann, '/');
    return () => page.context().close();
  });

  it('An announcement on the home page appears live, and is removed live', async () => {
    await card('Announcements').getByText('No announcements at this time.').waitFor();
    await announce('<p>New in <strong>Wayne county</strong></p><ul><li>Land</li></ul>');
    await card('Announcements').locator('strong', { hasText: 'Wayne county' }).waitFor();
    await page.reload();
    await card('Announcements').getByRole('listitem').waitFor();
    await announce('');
    await card('Announcements').getByText('No announcements at this time.').waitFor();
  });

  it('An announcement on the home page is sanitized again where it is shown', async () => {
    const message =
      '<img src="http://x.invalid/a.png" onerror="document.title=1"><img src="https://x.invalid/b.png"><img src="/api/pictures/none?size=large">' +
      '<a href="javascript:alert(1)">bad</a> <a href="https://example.com" target="_self">good</a>' +
      '<style>body{display:none}</style><script>document.title = "2"</script><p style="position:fixed">text</p>';
    await page.route('**/api/announcements/latest', (route) => route.fulfill({ json: { message } }));
    await page.reload();
    const good = card('Announcements').getByRole('link', { name: 'good' });
    await good.waitFor();
    expect([await good.getAttribute('target'), await good.getAttribute('rel')]).toEqual([
      '_blank',
      'noopener noreferrer',
    ]);
    const inner = await card('Announcements').innerHTML();
    for (const trace of ['javascript:', 'onerror', '<style', '<script', 'style=', 'http://', 'x.invalid']) {
      expect(inner).not.toContain(trace);
    }
    expect(inner).toContain('src="/api/pictures/none?size=large"');
  });

  it('An announcement on the home page that failed to load is requested once', async () => {
    const requests: string[] = [];
    page.on('request', (request) => {
      // The page before it may still be loading.
      if (request.isNavigationRequest()) requests.length = 0;
      requests.push(new URL(request.url()).pathname);
    });
    const requestsOf = (path: string) => requests.filter((requested) => requested === path).length;
    await failCalls(page, '/api/announcements/latest', 503, 'The store is down');
    const isShown = Promise.withResolvers<undefined>();
    await page.route(/\/assets\/socket-/, async (route) => {
      await isShown.promise;
      await route.continue();
    });
    await page.reload();
    await card('Announcements').getByRole('button', { name: 'Try again' }).waitFor();
    isShown.resolve(undefined);
    // Once it is connected, the page loads its other data again.
    await expect.poll(() => requestsOf('/api/channels')).toBeGreaterThan(1);
    expect(requestsOf('/api/announcements/latest')).toBe(1);
  });

  it('An announcement on the home page that failed to load says so, and can be retried', async () => {
    await page.context().close();
    // Connected already: connecting would load it again without the button.
    page = await app.open(ann, '/profile');
    const mend = await failCalls(page, '/api/announcements/latest', 503, 'The store is down');
    await page.getByRole('link', { name: 'Back to Home' }).click();
    await toast('Failed to fetch announcement').getByText('503: The store is down', { exact: true }).waitFor();
    await mend();
    await card('Announcements').getByRole('button', { name: 'Try again' }).click();
    await card('Announcements').getByText('No announcements at this time.').waitFor();
  });
});

describe('The membership card of the home page', () => {
  it('The membership card of the home page links to the checkout until the membership is active, and becomes active live', async () => {
    ann = await app.register('unconfirmed@example.com');
    page = await app.open(ann, '/');
    await card('Membership')
      .getByText(
        'Unconfirmed. Please activate your membership to start receiving property notifications. If you just subscribed, your account will be updated to active status shortly.',
        { exact: true },
      )
      .waitFor();
    await card('Membership').getByText('Sign up today! Cancel anytime.', { exact: true }).waitFor();
    const link = card('Membership').getByRole('link', { name: 'Subscribe' });
    expect(await link.getAttribute('href')).toContain(ann.id);
    expect(await link.getAttribute('target')).toBe('_blank');
    const drawn = () => link.getByRole('img').evaluate((picture: HTMLImageElement) => picture.naturalWidth);
    await expect.poll(drawn).toBeGreaterThan(0);
    await activate(ann);
    await card('Membership').getByText('Active', { exact: true }).waitFor();
    expect(
      await card('Membership')
        .getByText(/Scouting for|scouted your area/)
        .count(),
    ).toBe(0);
    await ann.send('PATCH', '/api/profile', { zipCode: '48201' });
    await card('Membership').getByText('Scouting for 0 days', { exact: true }).waitFor();
    expect(await link.count()).toBe(0);
    await page.context().close();
  });

  it('The membership card of the home page shows when the scout last covered the area, with the exact time on hover or focus', async () => {
    page = await app.open(await newMember(), '/');
    const json = { lastScoutedAt: new Date().toISOString(), zipKnown: true, mailReturnedFrom: null };
    await page.route('**/api/scouting*', (route) => route.fulfill({ json }));
    await page.reload();
    const phrase = card('Membership').getByText(
      /^Last scouted your area (just now|a short while ago|recently|not long ago)$/,
    );
    await phrase.waitFor();
    await phrase.focus();
    await page.getByRole('tooltip').waitFor();
    await page.keyboard.press('Escape');
    expect(await page.getByRole('tooltip').count()).toBe(0);
    await phrase.hover();
    await page.getByRole('tooltip').waitFor();
    await page.context().close();
  });

  it('The membership card of the home page updates as time passes', async () => {
    ann = await newMember();
    const at = (days: number) => new Date(Date.now() - days * 86_400_000 + 600_000).toISOString();
    await app.root.send('PATCH', `/api/admin/users/${ann.id}/member-since`, { memberSince: at(2) });
    page = await app.open(ann, '/profile');
    await page.clock.install();
    await page.reload();
    await card('Membership').getByText('Scouting for 1 day', { exact: true }).waitFor();
    await page.clock.runFor(630_000);
    await card('Membership').getByText('Scouting for 2 days', { exact: true }).waitFor();
    await page.context().close();
  });

  it('The membership card of the home page says that no alerts are sent without a ZIP, or with an unknown one, and links to its field', async () => {
    ann = await app.register('no-zip@example.com');
    await activate(ann);
    page = await app.open(ann, '/');
    await card('Membership').getByRole('button', { name: 'Add your ZIP' }).click();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('zipCode');
    await ann.send('PATCH', '/api/profile', { zipCode: '00000' });
    await card('Membership').getByText('ZIP code 00000 is not known.').waitFor();
    await ann.send('PATCH', '/api/profile', { zipCode: '48201' });
    await expect
      .poll(() =>
        card('Membership')
          .getByRole('button', { name: /your ZIP/ })
          .count(),
      )
      .toBe(0);
    await page.context().close();
  });
});

it('The home page restores its scroll position on back and forward', async () => {
  page = await app.open(app.root, '/', { viewport: { width: 390, height: 560 } });
  await page.waitForLoadState('networkidle');
  await page.getByRole('heading', { name: 'Update Credentials' }).scrollIntoViewIfNeeded();
  const scrolled = () => page.evaluate(() => window.scrollY);
  const place = await scrolled();
  expect(place).toBeGreaterThan(100);
  await page.getByRole('link', { name: 'Admin Dashboard' }).click();
  await page.getByRole('heading', { name: 'Admin Dashboard' }).waitFor();
  await page.goBack();
  await page.getByRole('heading', { name: 'Welcome back!' }).waitFor();
  await expect.poll(scrolled).toBe(place);
  await page.goForward();
  await page.getByRole('heading', { name: 'Admin Dashboard' }).waitFor();
  await page.goBack();
  await expect.poll(scrolled).toBe(place);
  await page.reload();
  await page.getByRole('heading', { name: 'Welcome back!' }).waitFor();
  await expect.poll(scrolled).toBe(place);
  await page.context().close();
});
