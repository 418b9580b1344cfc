import type { Verification } from '#domain/history/contract.ts';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ApiUser } from './api-user.ts';
import { setUpApp, closeWindowsAfterEach, registerMember } from './test-app.ts';
import { focus } from './browser.ts';
import { expectAccessible, collectPageErrors, viewports } from './accessibility.ts';
import { createTestFolder } from '#server/lib/testing/temporary-folder.ts';
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

const chooseKind = async (page: Page, name: string) => {
  await page.getByRole('button', { name: /^Kinds: / }).click();
  const kind = page.getByRole('menuitemcheckbox', { name, exact: true });
  await kind.click();
  await kind.and(page.locator('[aria-checked=true]')).waitFor();
  await page.keyboard.press('Escape');
};

describe('The history page', () => {
  it('The history page is reached from the dashboard by full admins only', async () => {
    const page = await app.open(app.root, '/admin');
    await page.getByRole('link', { name: 'History', exact: true }).click();
    await page.getByRole('heading', { name: 'History', level: 1 }).waitFor();
    await rows(page).first().waitFor();
    const other = await app.open(ann, '/admin/history');
    await other.getByRole('heading', { name: 'Access Denied' }).waitFor();
  });

  it('The history page shows the newest events first, and all of them by scrolling', async () => {
    const page = await app.open(app.root, '/admin/history');
    await expect.poll(() => rows(page).first().textContent()).toContain('Note taken');
    // From the last rendered row on, however late the browser renders more.
    const readOn = () =>
      rows(page).evaluateAll((all) => {
        all.at(-1)?.scrollIntoView({ block: 'start' });
        return all.map((row) => Number(row.getAttribute('data-event')));
      });
    const seen = new Set<number>();
    await expect
      .poll(async () => {
        for (const position of await readOn()) seen.add(position);
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
    await page.getByRole('button', { name: 'Back to top' }).waitFor();
    // One step, because scrolling replaces the rendered rows: the 20th may be another one a moment later.
    const [name, before] = await rows(page)
      .nth(20)
      .evaluate((row) => [row.getAttribute('data-event'), row.getBoundingClientRect().y]);
    for (const action of ['One', 'Two', 'Three']) await note(action);
    const chip = page.getByRole('button', { name: '3 new events' });
    await chip.waitFor();
    const after = await events(page).locator(`[data-event="${name}"]`).boundingBox();
    expect(after?.y).toBe(before);
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
    await page.waitForURL(/person=/);
    await page.getByRole('button', { name: 'Clear filters' }).waitFor();
    await chooseKind(page, 'Filters updated');
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

  it('The history page shows several kinds of events, each with its actor', async () => {
    const page = await app.open(app.root, '/admin/history');
    await chooseKind(page, 'Listing found');
    await chooseKind(page, 'Filters updated');
    await page.getByRole('button', { name: 'Kinds: 2 kinds' }).waitFor();
    await expect.poll(() => rows(page).count()).toBe(2);
    const byAnn = rows(page).filter({ hasText: 'Filters updated' });
    await byAnn.locator('[aria-hidden]').getByText('ann@example.com', { exact: true }).waitFor();
    await rows(page)
      .filter({ hasText: 'Listing found' })
      .locator('[aria-hidden]')
      .getByText(/county-list/)
      .waitFor();
    await page.reload();
    await expect.poll(() => rows(page).count()).toBe(2);
  });

  it('The history page shows all times in UTC, and filters by days of UTC, where UTC is chosen', async () => {
    const page = await app.open(app.root, '/admin/history?q=barn', { timezoneId: 'Pacific/Kiritimati' });
    const time = rows(page).first().locator('time');
    await time.waitFor();
    const at = new Date((await time.getAttribute('datetime')) ?? '');
    const localDay = new Date(at.getTime() + 14 * 60 * 60_000).toISOString();
    expect(await time.textContent()).toContain(localDay.slice(11, 19));
    await page.getByLabel('From', { exact: true }).fill(localDay.slice(0, 10));
    await page.waitForURL(/from=/);
    await expect.poll(() => rows(page).count()).toBeGreaterThan(1);
    await page.getByLabel('Times').selectOption('UTC');
    await page.waitForURL(/zone=utc/);
    await page.getByLabel('From', { exact: true }).fill(at.toISOString().slice(0, 10));
    await expect.poll(() => time.textContent()).toMatch(new RegExp(`${at.toISOString().slice(11, 19)} UTC$`));
  });

  it('The history page shows the data, causes and hash of an event, by keyboard alone', async () => {
    const page = await app.open(app.root, '/admin/history?q=oak+street');
    const found = rows(page).filter({ hasText: 'New listing: Inherited house on Oak Street' });
    await focus(found.first());
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
    for (const name of ['Verify now', 'Verify all']) {
      const [asked] = await Promise.all([
        page.waitForRequest((request) => request.method() === 'POST'),
        page.getByRole('button', { name }).click(),
      ]);
      expect(new URL(asked.url()).searchParams.get('full')).toBe(String(name === 'Verify all'));
      await page.getByRole('button', { name: 'Verify now' }).waitFor();
      await page.getByText('Log verified: no changes detected.').waitFor();
    }
    await page.getByText(/Verified through event [\d,]+ of [\d,]+, \d+ since, on/).waitFor();
    await page.getByRole('button', { name: 'Signing key' }).click();
    await page.getByText('BEGIN PUBLIC KEY').waitFor();
  });

  it('The history page tells from which event on the log was verified, and when the events before were', async () => {
    const page = await app.open(app.root, '/admin/history');
    const earlier = { at: '2026-03-04T12:00:00.000Z', fullAt: '2026-03-02T12:00:00.000Z' };
    const state = await app.root.get<Verification>('/api/admin/history/verification');
    const last = state.last && { ...state.last, from: 101, earlier };
    await page.route('**/api/admin/history/verification', (route) => route.fulfill({ json: { ...state, last } }));
    await page.reload();
    await page.getByText(/Verified from event 101 through event \d+ of \d+, \d+ since/).waitFor();
    await page
      .getByText(/; everything before was verified on 03\/04\/2026 .+, the whole log last on 03\/02\/2026/)
      .waitFor();
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

  it('The history page exports evidence of the filtered events, and the checker for it', async () => {
    const page = await app.open(app.root, '/admin/history?type=ListingFound');
    await rows(page).first().waitFor();
    const save = async (link: string, folder: string) => {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: link }).click(),
      ]);
      const path = join(folder, download.suggestedFilename());
      await download.saveAs(path);
      return path;
    };
    const folder = createTestFolder();
    const evidence = await save('Export evidence', folder);
    expect(evidence).toMatch(/evidence-\d{4}-\d\d-\d\d\.json$/);
    const checker = await save('Evidence checker', folder);
    expect(execFileSync(process.execPath, [checker, evidence], { encoding: 'utf8' })).toContain('Events: 1 of');
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
