import type { Page } from 'playwright-core';
import { beforeAll, expect, it, vi } from 'vitest';
import { deliverWebhook, webhookSecret } from '#server/testing/deliver-webhook.ts';
import { collectPageErrors, expectAccessible, viewports } from './accessibility.ts';
import { findCard } from './admin-page.ts';
import { focus } from './browser.ts';
import { recordLayoutShifts, sumLayoutShifts, takeLayoutShifts } from './layout-shifts.ts';
import { createLotListing } from './lot-listing.ts';
import { closeWindowsAfterEach, setUpApp } from './test-app.ts';

const app = setUpApp();
closeWindowsAfterEach(app);

const path = '/admin/workflow-log';
const desktop = { viewport: { width: 1440, height: 900 } };
const entries = (page: Page) => findCard(page, 'Entries');
const details = (page: Page) => entries(page).getByRole('listitem').allInnerTexts();
const note = (action: string, text: string) =>
  app.root.send('POST', '/api/admin/workflow-logs', { log: { action, details: text } });
const offer = (n: number) =>
  deliverWebhook(app.product.url, webhookSecret, `lot-${n}`, { source: 'lots', listings: [createLotListing(n)] });

/** An alert has at most 500 members, so that a listing has two. */
async function importMembers(): Promise<void> {
  const header = 'Email,ZIP Code,Membership Status,Notification Preference';
  const rows = Array.from({ length: 501 }, (_, n) => `member-${n}@example.com,48204,active,immediate`);
  const body = new FormData();
  body.set('file', new File([[header, ...rows].join('\n')], 'members.csv', { type: 'text/csv' }));
  const headers = { cookie: app.root.cookie() };
  const { status } = await fetch(`${app.product.url}/api/admin/users/import`, { method: 'POST', body, headers });
  expect(status).toBe(200);
}

beforeAll(async () => {
  await importMembers();
  await app.register('ann@example.com');
  await offer(1);
  await vi.waitFor(
    async () => expect(await app.root.get<unknown[]>('/api/admin/workflow-logs?action=Alert%20sent')).toHaveLength(2),
    { timeout: 60_000 },
  );
});

it('The filters of the log are kept in the address, and Back leads to the previous ones', async () => {
  const page = await app.open(app.root, path, desktop);
  await page.getByLabel('Action').selectOption('User registered');
  await entries(page).getByText('ann@example.com registered').waitFor();
  await page.getByLabel('Person').fill('ann@example.com');
  await expect.poll(() => details(page)).toHaveLength(1);
  expect(page.url()).toContain('?action=User+registered&person=ann%40example.com');
  const other = await app.open(app.root, new URL(page.url()).pathname + new URL(page.url()).search, desktop);
  await expect.poll(() => details(other)).toHaveLength(1);
  expect(await other.getByLabel('Person').inputValue()).toBe('ann@example.com');
  await page.goBack();
  await expect.poll(() => details(page)).toHaveLength(100);
  expect(await page.getByLabel('Person').inputValue()).toBe('');
  await page.getByLabel('Text').fill('no such words');
  await entries(page).getByText('No entries match these filters. Change or clear them.').waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect.poll(() => details(page)).not.toHaveLength(0);
});

it('New entries that match the filters of the log appear on top, and no others', async () => {
  const page = await app.open(app.root, `${path}?q=windmill`, desktop);
  await entries(page).getByText('No entries match').waitFor();
  await note('Called', 'About the windmill');
  await note('Called', 'About the barn');
  await note('Visited', 'The windmill again');
  await expect
    .poll(async () => (await details(page)).map((text) => text.split('\n').at(-1)))
    .toEqual(['The windmill again', 'About the windmill']);
});

it('Alerts of one listing are one line of the log, which opens to each of them, and leads to the listing', async () => {
  const page = await app.open(app.root, path, desktop);
  const run = entries(page).getByRole('button', { name: '2 alerts' });
  await run.waitFor();
  expect(await entries(page).getByText('Alert sent to').count()).toBe(0);
  await focus(run);
  await page.keyboard.press('Enter');
  await expect.poll(() => entries(page).getByText('Alert sent to').count()).toBe(2);
  await entries(page)
    .getByRole('link', { name: createLotListing(1).title })
    .first()
    .click();
  await page.waitForURL('**/admin/found?q=*');
  await page.getByRole('row', { name: createLotListing(1).title }).waitFor();
});

it('Alerts that arrive while the log is open join their line, on the page and on the card', async () => {
  const page = await app.open(app.root, path, desktop);
  const card = await app.open(app.root, '/admin', desktop);
  await entries(page).getByRole('button', { name: '2 alerts' }).waitFor();
  await offer(2);
  await expect.poll(() => entries(page).getByRole('button', { name: '2 alerts' }).count()).toBe(2);
  await findCard(card, 'Workflow Log').getByRole('button', { name: '2 alerts' }).first().waitFor();
});

it('A line of the log leads to the page of the user whom it names, unless they are deleted', async () => {
  const page = await app.open(app.root, `${path}?action=User+registered&person=ann@example.com`, desktop);
  const { id } = await app.register('gone@example.com');
  const user = entries(page).getByRole('link', { name: 'ann@example.com' });
  await user.waitFor();
  expect(await user.getAttribute('href')).toMatch(/^\/admin\/users\/[\da-f-]{36}$/);
  await app.root.send('DELETE', `/api/admin/users/${id}`);
  await page.goto(`${app.product.url}${path}?action=User+registered`);
  const gone = entries(page).getByRole('listitem').filter({ hasText: 'a deleted user registered' });
  await gone.waitFor();
  expect(await gone.getByRole('link').count()).toBe(0);
});

it('The card of the log leads to what its search finds in the whole log', async () => {
  const page = await app.open(app.root, '/admin', desktop);
  await page.getByLabel('Search the log').fill('ann@example.com');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.getByLabel('Text').inputValue()).toBe('ann@example.com');
  await entries(page).getByText('ann@example.com registered').waitFor();
});

it.each(viewports)('The log is accessible at $width px, $colorScheme', async ({ width, colorScheme }) => {
  const page = await app.open(app.root, path, { colorScheme, viewport: { width, height: 844 } });
  const faults = collectPageErrors(page);
  await entries(page).getByRole('button', { name: '2 alerts' }).first().click();
  await entries(page).getByText('Alert sent to').first().waitFor();
  await expectAccessible(page, faults);
});

it('A hundred lines of the log are short on a phone', async () => {
  const page = await app.open(app.root, path, { viewport: { width: 390, height: 844 } });
  await expect.poll(() => details(page)).not.toHaveLength(0);
  const lines = entries(page).locator('ol > li');
  const { height } = (await entries(page).locator('ol').first().boundingBox()) ?? { height: Infinity };
  expect(height / (await lines.count())).toBeLessThan(85);
});

it('Nothing moves while the filters of the log change and new entries match', async () => {
  const page = await app.open(app.root, '/admin', desktop);
  await recordLayoutShifts(page);
  await page.goto(app.product.url + path);
  await entries(page).getByRole('listitem').first().waitFor();
  await page.getByLabel('Action').selectOption('User registered');
  await entries(page).getByText('ann@example.com registered').waitFor();
  const shifts = (await takeLayoutShifts(page)).filter(({ followsInput }) => !followsInput);
  expect(sumLayoutShifts(shifts)).toBeLessThanOrEqual(0.02);
});
