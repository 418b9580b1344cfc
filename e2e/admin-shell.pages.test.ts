import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { deliverWebhook, webhookSecret } from '#server/testing/deliver-webhook.ts';
import { collectPageErrors, expectAccessible, viewports } from './accessibility.ts';
import { createHelper } from './admin-page.ts';
import type { ApiUser } from './api-user.ts';
import { focus } from './browser.ts';
import { setUpApp } from './test-app.ts';

const app = setUpApp({ INTAKE_SECRET: webhookSecret });
let helper: ApiUser;
beforeAll(async () => {
  helper = await createHelper(app);
});

const pages = [
  ['Dashboard', '/admin', 'Admin Dashboard'],
  ['Listings', '/admin/found', 'Listings'],
  ['Review', '/admin/review', 'Review Queue'],
  ['Sources', '/admin/scout', 'Scout and Sources'],
  ['Deliveries', '/admin/deliveries', 'Deliveries'],
  ['Workflow Log', '/admin/workflow-log', 'Workflow Log'],
  ['History', '/admin/history', 'History'],
] as const;

const nav = (page: Page) => page.getByRole('navigation', { name: 'Administration' });
const link = (page: Page, name: string | RegExp) => nav(page).getByRole('link', { name });
const current = (page: Page) => page.locator('a[aria-current=page]').allTextContents();
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent);
const figure = (page: Page, label: string) =>
  page.getByRole('region', { name: 'Overview' }).getByRole('link', { name: label });

/** Delivers a listing that waits for review. */
const hold = (number: number) =>
  deliverWebhook(app.product.url, webhookSecret, `held-${number}`, {
    source: 'agent',
    listings: [
      {
        externalId: `held-${number}`,
        title: `Inherited ${number} bedroom house, must sell as-is`,
        price: 'ask',
        details: `Heirs want lot ${number} gone.`,
        link: `https://listings.example.com/held-${number}`,
        zipCode: '48204',
      },
    ],
  });

describe('The navigation of the admin pages', () => {
  it('The navigation of the admin pages has one place and width on all of them, and marks the current one', async () => {
    const page = await app.open(app.root, '/admin', { viewport: { width: 1440, height: 900 } });
    const places = new Set<string>();
    for (const [name, , title] of pages) {
      await link(page, name).click();
      await page.getByRole('heading', { name: title, level: 1 }).waitFor();
      await expect.poll(() => current(page)).toEqual([name]);
      const { x, y, width } = (await nav(page).boundingBox()) ?? {};
      const main = await page.locator('main').boundingBox();
      places.add([x, y, width, main?.x, main?.width].join(' '));
    }
    expect(places.size).toBe(1);
    await page.context().close();
  });

  it('The navigation of the admin pages offers a helper only what a helper may open', async () => {
    const page = await app.open(helper, '/admin');
    await expect
      .poll(() => nav(page).getByRole('link').allTextContents())
      .toEqual(['Dashboard', 'Users', 'Listings', 'Review', 'Sources', 'Deliveries', 'Announcements']);
    await page.context().close();
  });

  it.each([
    ['Users', '/admin/history'],
    ['Announcements', '/admin'],
  ])('The navigation of the admin pages leads by keyboard to the card %s, from %s', async (name, path) => {
    const page = await app.open(app.root, path, { viewport: { width: 1440, height: 900 } });
    await focus(link(page, name));
    await page.keyboard.press('Enter');
    await expect.poll(() => focused(page)).toBe(name);
    await expect.poll(() => current(page)).toEqual([name]);
    const card = page.getByRole('region', { name, exact: true });
    expect((await card.boundingBox())?.y).toBeLessThan(900);
    await link(page, 'Dashboard').click();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
    await expect.poll(() => current(page)).toEqual(['Dashboard']);
    await page.context().close();
  });

  it('The navigation of the admin pages shows live how many wait for review, and no link moves', async () => {
    const page = await app.open(helper, '/admin/deliveries', { viewport: { width: 1440, height: 900 } });
    const place = async () => (await link(page, 'Announcements').boundingBox())?.x;
    const before = await place();
    await hold(1);
    await link(page, /^Review\s*1$/).waitFor();
    expect(await place()).toBe(before);
    await page.context().close();
  });

  it('The navigation of the admin pages scrolls sideways on a phone, to the current page, without moving it', async () => {
    const page = await app.open(app.root, '/admin/history', { viewport: { width: 390, height: 800 } });
    await page.getByRole('heading', { name: 'History', level: 1 }).waitFor();
    await expect.poll(async () => (await link(page, 'History').boundingBox())?.x).toBeLessThan(300);
    expect(await page.evaluate(() => [window.scrollX, window.scrollY])).toEqual([0, 0]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await page.context().close();
  });
});

describe('The overview of the dashboard', () => {
  it('The overview of the dashboard is live, and each figure leads to its list', async () => {
    const page = await app.open(app.root, '/admin', { viewport: { width: 1440, height: 900 } });
    const leadsTo = (label: string) => figure(page, label).getAttribute('href');
    await figure(page, '1 Waiting for review').waitFor();
    await figure(page, '0 Active members').waitFor();
    await app.root.send('PATCH', `/api/admin/users/${helper.id}/membership`, { status: 'active' });
    await figure(page, '1 Active members').waitFor();
    await figure(page, '1 New this week').waitFor();
    await helper.send('POST', '/api/request-higher-limit');
    await figure(page, '1 Limit requests').waitFor();
    expect(await leadsTo('Active members')).toBe('/admin?membership=active#users');
    expect(await leadsTo('Limit requests')).toBe('/admin?request=true#users');
    expect(await leadsTo('Waiting for review')).toBe('/admin/review');
    expect(await leadsTo('Failing sources')).toBe('/admin/scout');
    expect(await leadsTo('Median time to alert')).toBe('/admin/scout');
    expect(await leadsTo('New this week')).toMatch(
      /^\/admin\/workflow-log\?action=Membership\+activated&from=\d{4}-\d\d-\d\d$/,
    );
    expect(await leadsTo('Ended this week')).toContain('action=Membership+deactivated&from=');
    expect(await leadsTo('Alerts today')).toContain('action=Alert+sent&from=');
    await focus(figure(page, 'Limit requests'));
    await page.keyboard.press('Enter');
    await expect.poll(() => focused(page)).toBe('Users');
    await page.context().close();
  });

  it('The overview of the dashboard leads helpers to no page of full admins', async () => {
    const page = await app.open(helper, '/admin');
    await figure(page, 'Alerts today').waitFor();
    const links = page.getByRole('region', { name: 'Overview' }).getByRole('link');
    const targets = await links.evaluateAll((all) => all.map((one) => one.getAttribute('href')));
    expect(targets.filter((target) => target?.includes('workflow-log'))).toEqual([]);
    await page.context().close();
  });
});

it.each(viewports)('The shell is accessible at $width px, $colorScheme', async ({ colorScheme, width }) => {
  const page = await app.open(app.root, '/admin', { colorScheme, viewport: { width, height: 800 } });
  const faults = collectPageErrors(page);
  await figure(page, 'Failing sources').waitFor();
  await expectAccessible(page, faults);
  await page.goto(`${app.product.url}/admin/deliveries`);
  await page.getByText('No failed deliveries.').waitFor();
  await expectAccessible(page, faults);
  await page.context().close();
});
