import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { collectPageErrors, expectAccessible, viewports } from './accessibility.ts';
import { createHelper } from './admin-page.ts';
import { focus } from './browser.ts';
import { type ScoutTestApp, startScoutTestApp } from './scout-test-app.ts';
import { failCalls } from './test-app.ts';

let app: ScoutTestApp;
beforeAll(async () => {
  app = await startScoutTestApp();
});
afterEach(async () => {
  for (const context of app.browser.contexts()) await context.close();
});
afterAll(() => app.close());

const path = '/admin/scout';
const url = 'https://feeds.invalid/list.csv?key=secret';
const description = {
  basis: 'Public record',
  kind: 'csv',
  url,
  everySeconds: 3600,
  mapping: { title: '{Address}', link: '{Link}' },
};
const saveFeed = (id: string) => app.root.send('POST', '/api/admin/sources', { id, ...description });
const card = (page: Page) => page.getByRole('region', { name: 'Connect a source' });
const source = (page: Page, id: string) => page.getByRole('listitem', { name: id, exact: true });
const toast = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title });
const findFocused = (page: Page) => page.evaluate(() => document.activeElement?.textContent);

const rows = 'Address,Link\nInherited house at 12 Elm Street in Detroit MI 48204 for $1500,https://c.example.com/1';
/** The tests reach no site: what one would answer is read in place of its address. */
async function answerDryRuns(page: Page): Promise<void> {
  await page.route('**/api/admin/sources/dry-run', async (route) => {
    const asked = route.request().postDataJSON() as object;
    await route.continue({ postData: JSON.stringify({ ...asked, url: undefined, body: rows }) });
  });
}

async function readFeed(page: Page): Promise<void> {
  await answerDryRuns(page);
  await focus(card(page).getByRole('tab', { name: 'Webhook' }));
  await page.keyboard.press('ArrowRight');
  await card(page).getByLabel('Address or content').fill(url);
  await card(page).getByRole('button', { name: 'Read feed' }).click();
  await card(page).getByText('CSV with the columns Address, Link').waitFor();
}

describe('A feed that is saved on the scout page', () => {
  it('A feed that is saved on the scout page appears in the list at once, for other admins too', async () => {
    const page = await app.open(app.root, path);
    const other = await app.open(await createHelper(app), path);
    await source(other, 'county').waitFor();
    await readFeed(page);
    await card(page).getByLabel('Name').fill('estates');
    await card(page).getByLabel('Why this source may be read').fill('Public record');
    await card(page).getByLabel('Interval').selectOption('Every day');
    await focus(card(page).getByRole('button', { name: 'Save feed' }));
    await page.keyboard.press('Enter');
    await toast(page, 'Feed saved').waitFor();
    await source(page, 'estates').getByText('Feed, every day. Public record').waitFor();
    await source(page, 'estates').getByText('feeds.invalid', { exact: true }).waitFor();
    await source(other, 'estates').waitFor();
    expect(await source(other, 'estates').getByRole('button', { name: 'Edit' }).count()).toBe(0);
    expect(await other.getByText('feeds.invalid', { exact: true }).count()).toBe(0);
    expect(await card(page).getByLabel('Address or content').inputValue()).toBe('');
    await expect.poll(() => findFocused(page)).toBe('Connect a source');
  });

  it('A feed that is saved on the scout page under a name that exists is refused, and what was typed stays', async () => {
    const page = await app.open(app.root, path);
    await readFeed(page);
    await card(page).getByLabel('Name').fill('county');
    await card(page).getByLabel('Why this source may be read').fill('Public record');
    await card(page).getByRole('button', { name: 'Save feed' }).click();
    await toast(page, 'Couldn’t save the feed').getByText("A source named 'county' exists").waitFor();
    await card(page).getByRole('textbox', { name: 'Mapping' }).fill('{"title": "{Address}"}');
    await card(page).getByLabel('Name').fill('county-two');
    await card(page).getByRole('button', { name: 'Save feed' }).click();
    await card(page).getByRole('alert').getByText('Mapping.link must be a text').waitFor();
  });

  it('A feed that is saved on the scout page is edited in a dialog that is filled in', async () => {
    await saveFeed('lots');
    const page = await app.open(app.root, path);
    await focus(source(page, 'lots').getByRole('button', { name: 'Edit lots' }));
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Edit lots' });
    expect(await dialog.getByLabel('Address').inputValue()).toBe(url);
    await answerDryRuns(page);
    await dialog.getByRole('button', { name: 'Read with this mapping' }).click();
    await dialog.getByRole('region', { name: 'First rows' }).getByText('1 item').waitFor();
    await dialog.getByLabel('Interval').selectOption('Every 15 minutes');
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await toast(page, 'Feed changed').waitFor();
    await source(page, 'lots').getByText('Feed, every 15 minutes. Public record').waitFor();
    await expect.poll(() => findFocused(page)).toBe('Edit');
  });

  it('A feed that is saved on the scout page is removed after a confirmation', async () => {
    await saveFeed('farms');
    const page = await app.open(app.root, path);
    const remove = source(page, 'farms').getByRole('button', { name: 'Remove farms' });
    await remove.click();
    await page.getByRole('dialog').getByText('The listings it sent stay.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    const recover = await failCalls(page, '/api/admin/sources/farms', 503, 'The store is down');
    await remove.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove feed' }).click();
    await toast(page, 'Update failed').getByText('503: The store is down').waitFor();
    await recover();
    await remove.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove feed' }).click();
    await toast(page, 'Feed removed').waitFor();
    await source(page, 'farms').waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(false);
    expect(await source(page, 'county').getByRole('button', { name: 'Remove' }).count()).toBe(0);
  });
});

it.each(viewports)('A feed is edited accessibly at $width px, $colorScheme', async ({ width, colorScheme }) => {
  await saveFeed(`barns-${width}`);
  const page = await app.open(app.root, path, { viewport: { width, height: 800 }, colorScheme });
  const faults = collectPageErrors(page);
  await readFeed(page);
  await expectAccessible(page, faults);
  await source(page, `barns-${width}`).getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Read with this mapping' }).click();
  await dialog.getByRole('region', { name: 'First rows' }).waitFor();
  await expectAccessible(page, faults);
});
