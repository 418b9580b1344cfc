import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ApiUser } from './api-user.ts';
import { setUpApp, closeWindowsAfterEach, registerMember } from './test-app.ts';
import { expectAccessible, collectPageErrors, viewports } from './accessibility.ts';
import { deliverWebhook, webhookSecret } from '#server/testing/deliver-webhook.ts';

const app = setUpApp();
closeWindowsAfterEach(app);
let ann: ApiUser;
const notes = 130;

const note = (action: string) =>
  app.root.send('POST', '/api/admin/workflow-logs', { log: { action, details: 'About the barn' } });

beforeAll(async () => {
  ann = await registerMember(app, 'ann@example.com', { zipCode: '48204', maxPrice: 90_000 });
  const listing = {
    title: 'Inherited house on Oak Street, sold as-is by the heirs',
    price: 45_000,
    details: 'Needs a roof.',
    link: 'https://listings.example.com/oak',
    zipCode: '48204',
  };
  await deliverWebhook(app.product.url, webhookSecret, 'd-1', { source: 'county-list', listings: [listing] });
  for (let n = 0; n < notes; n += 1) await note(`Call ${n}`);
});

const events = (page: Page) => page.getByRole('region', { name: 'Events, scrollable' });
const rows = (page: Page) => events(page).locator('[data-event]');

describe('The history page', () => {
  it('The history page is reached from the dashboard by full admins only', async () => {
    const page = await app.open(app.root, '/admin');
    await page.getByRole('link', { name: 'History', exact: true }).click();
    await page.getByRole('heading', { name: 'History', level: 1 }).waitFor();
    await rows(page).first().waitFor();
    const other = await app.open(ann, '/admin/history');
    await other.waitForURL((url) => url.pathname === '/');
  });

  it('The history page shows the newest events first, and all of them by scrolling', async () => {
    const page = await app.open(app.root, '/admin/history');
    await expect.poll(() => rows(page).first().textContent()).toContain('NoteTaken');
    const positions = async () =>
      await rows(page).evaluateAll((all) => all.map((row) => Number(row.getAttribute('data-event'))));
    const seen = new Set<number>();
    await expect
      .poll(async () => {
        await events(page).evaluate((list) => list.scrollBy(0, 600));
        for (const position of await positions()) seen.add(position);
        return seen.has(1);
      })
      .toBe(true);
    expect(seen.size).toBe(Math.max(...seen));
  });

  it('The history page prepends new events automatically, but moves nothing that is being read', async () => {
    const page = await app.open(app.root, '/admin/history');
    await rows(page).first().waitFor();
    await note('On top');
    await rows(page).first().getByText('On top: About the barn').waitFor();
    await events(page).evaluate((list) => list.scrollTo(0, 900));
    const row = rows(page).nth(20);
    const [name, before] = [await row.getAttribute('data-event'), await row.boundingBox()];
    for (const action of ['One', 'Two', 'Three']) await note(action);
    const chip = page.getByRole('button', { name: '3 new events' });
    await chip.waitFor();
    const after = await events(page).locator(`[data-event="${name}"]`).boundingBox();
    expect(after?.y).toBe(before?.y);
    await chip.click();
    await expect.poll(() => events(page).evaluate((list) => list.scrollTop)).toBe(0);
    await expect
      .poll(async () => Number(await rows(page).first().getAttribute('data-event')))
      .toBeGreaterThan(Number(name) + 3);
    await chip.waitFor({ state: 'hidden' });
  });

  it('The history page is filtered, and its address reproduces the same list', async () => {
    const page = await app.open(app.root, '/admin/history');
    await page.getByLabel('Person').fill('ann@example.com');
    await page.getByLabel('Type').fill('FiltersUpdated');
    await page.waitForURL(/person=.*ann.*type=FiltersUpdated|type=FiltersUpdated.*person=/);
    await expect.poll(() => rows(page).count()).toBe(1);
    await rows(page).getByText('Filters of ann@example.com updated').waitFor();
    const again = await app.open(app.root, new URL(page.url()).pathname + new URL(page.url()).search);
    await expect.poll(() => rows(again).count()).toBe(1);
    expect(await again.getByLabel('Person').inputValue()).toBe('ann@example.com');
    await again.getByRole('button', { name: 'Clear filters' }).click();
    await expect.poll(() => rows(again).count()).toBeGreaterThan(20);
    expect(new URL(again.url()).search).toBe('');
    await again.getByLabel('Text').fill('no such words');
    await again.getByText('No events match these filters. Change or clear them.').waitFor();
  });

  it('The history page shows the data, causes and hash of an event, by keyboard alone', async () => {
    const page = await app.open(app.root, '/admin/history?q=oak+street');
    const found = rows(page).filter({ hasText: 'New listing: Inherited house on Oak Street' });
    await found.first().focus();
    await page.keyboard.press('Enter');
    const data = page.getByRole('region', { name: 'Data of the event' });
    await data.getByText('county-list').waitFor();
    for (const label of ['Command', 'ListingFound', 'AlertsMatched', 'AlertsDelivered', 'Dashboard']) {
      await events(page).getByRole('listitem').getByText(label, { exact: true }).first().waitFor();
    }
    await events(page)
      .getByText(/^[0-9a-f]{64}$/)
      .waitFor();
    await page.keyboard.press('Enter');
    await data.waitFor({ state: 'hidden' });
    await page.keyboard.press('ArrowDown');
    expect(await page.evaluate(() => document.activeElement?.hasAttribute('data-event'))).toBe(true);
  });

  it('The history page has the open event in its address, however far down it is, and a way back to the top', async () => {
    const page = await app.open(app.root, '/admin/history?q=call');
    await rows(page).nth(2).click();
    await page.waitForURL(/event=\d+/);
    const position = await rows(page).nth(2).getAttribute('data-event');
    expect(new URL(page.url()).searchParams.get('event')).toBe(position);
    await page.reload();
    await events(page).locator(`[data-event="${position}"][aria-expanded=true]`).waitFor();
    await rows(page).nth(2).click();
    await page.waitForURL((url) => !url.searchParams.has('event'));
    await events(page).evaluate((list) => list.scrollTo(0, 900));
    await page.getByRole('button', { name: 'Back to top' }).click();
    await expect.poll(() => events(page).evaluate((list) => list.scrollTop)).toBe(0);
    const old = await app.open(app.root, '/admin/history?event=1');
    const linked = old.getByRole('region', { name: 'Linked event' });
    await linked.getByText('Cause and effect').waitFor();
    expect(await linked.locator('[data-event]').getAttribute('data-event')).toBe('1');
  });

  it('The history page runs a verification on demand', async () => {
    const page = await app.open(app.root, '/admin/history');
    await page.getByRole('button', { name: 'Verify now' }).click();
    await page.getByText('Log verified: no changes detected.').waitFor();
    await page.getByRole('button', { name: 'Signing key' }).click();
    await page.getByText('BEGIN PUBLIC KEY').waitFor();
  });

  it('The history page exports the filtered events', async () => {
    const page = await app.open(app.root, '/admin/history?type=ListingFound');
    await rows(page).first().waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export JSONL' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^history-\d{4}-\d\d-\d\d\.jsonl$/);
  });

  it.each(viewports)('The history page is accessible at $width px, $colorScheme', async ({ colorScheme, width }) => {
    const page = await app.open(app.root, '/admin/history', { colorScheme, viewport: { width, height: 900 } });
    const faults = collectPageErrors(page);
    await rows(page).first().waitFor();
    await rows(page).first().click();
    await page.getByText('Cause and effect').waitFor();
    await expectAccessible(page, faults);
  });
});
