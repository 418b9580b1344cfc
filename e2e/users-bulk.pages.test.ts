import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { UserView } from '#domain/user/contract.ts';
import { collectPageErrors, expectAccessible, viewports } from './accessibility.ts';
import { createHelper, findCard, findToast } from './admin-page.ts';
import type { ApiUser } from './api-user.ts';
import { focus } from './browser.ts';
import { recordLayoutShifts, sumLayoutShifts, takeLayoutShifts } from './layout-shifts.ts';
import { createPeopleRows, exportHeader } from './spreadsheets.ts';
import { closeWindowsAfterEach, setUpApp } from './test-app.ts';

const app = setUpApp();
closeWindowsAfterEach(app);
const wide = { viewport: { width: 1440, height: 900 } };
let ann: ApiUser;
let ben: ApiUser;

beforeAll(async () => {
  ann = await app.register('ann@bulk.com');
  ben = await app.register('ben@bulk.com');
  const form = new FormData();
  const csv = [exportHeader, ...createPeopleRows(700)].map((row) => row.join(',')).join('\n');
  form.set('file', new Blob([csv], { type: 'text/csv' }), 'people.csv');
  const headers = { cookie: app.root.cookie() };
  await fetch(`${app.product.url}/api/admin/users/import`, { method: 'POST', body: form, headers });
});

const bar = (page: Page) => page.getByRole('group', { name: 'Selected users' });
const count = (page: Page) => bar(page).getByRole('status');
const box = (page: Page, email: string) => page.getByRole('checkbox', { name: `Select ${email}`, exact: true });
const all = (page: Page) => page.getByRole('checkbox', { name: 'Select all loaded users' });
const press = (place: Page | Locator, name: string) => place.getByRole('button', { name, exact: true }).click();
const statusOf = async (user: ApiUser) => (await user.get<UserView>('/api/user')).membershipStatus;
const hasFocus = (page: Page) => page.evaluate(() => document.activeElement !== document.body);

async function confirm(page: Page, action: string): Promise<void> {
  await press(bar(page), action);
  await press(page.getByRole('dialog'), action);
}

describe('Bulk actions of the users table', () => {
  it('Bulk actions of the users table activate the selected users, and keep those selected that failed', async () => {
    const gone = await app.register('gone@bulk.com');
    const page = await app.open(app.root, '/admin?q=bulk.com', wide);
    await box(page, gone.email).check();
    await app.root.send('DELETE', `/api/admin/users/${gone.id}`);
    await box(page, gone.email).waitFor({ state: 'detached' });
    await app.root.send('PATCH', `/api/admin/users/${ben.id}/membership`, { status: 'active' });
    for (const { email } of [ann, ben]) await box(page, email).check();
    await press(bar(page), 'Activate');
    await page.getByRole('dialog', { name: 'Activate for 3 users?' }).waitFor();
    await press(page.getByRole('dialog'), 'Activate');
    const failure = findToast(page, '2 users activated, 1 failed');
    await failure.getByText('gone@bulk.com (No such user)').waitFor();
    expect(await Promise.all([ann, ben].map(statusOf))).toEqual(['active', 'active']);
    await expect.poll(() => count(page).innerText()).toBe('1 selected');
    expect(await box(page, ann.email).isChecked()).toBe(false);
    await press(bar(page), 'Clear selection');
    for (const { email } of [ann, ben]) await box(page, email).check();
    await confirm(page, 'Deactivate');
    await findToast(page, '2 users deactivated').waitFor();
    expect(await Promise.all([ann, ben].map(statusOf))).toEqual(['unconfirmed', 'unconfirmed']);
  });

  it('Bulk actions of the users table clear requests, by keyboard, and leave the focus beside the bar', async () => {
    await ann.send('POST', '/api/request-higher-limit');
    const page = await app.open(app.root, '/admin?q=bulk.com', wide);
    await page.getByRole('row').filter({ hasText: ann.email }).getByText('Limit requested').waitFor();
    await focus(box(page, ann.email));
    await page.keyboard.press('Space');
    await focus(bar(page).getByRole('button', { name: 'Clear request' }));
    await page.keyboard.press('Enter');
    await focus(page.getByRole('dialog').getByRole('button', { name: 'Clear request' }));
    await page.keyboard.press('Enter');
    await findToast(page, 'Request cleared for 1 user').waitFor();
    expect((await ann.get<UserView>('/api/user')).requestedHigherLimit).toBe(false);
    await expect.poll(() => count(page).evaluate((text) => text === document.activeElement)).toBe(true);
  });

  it('Bulk actions of the users table export only the selected users', async () => {
    const page = await app.open(app.root, '/admin?q=bulk.com', wide);
    await box(page, ben.email).check();
    await press(bar(page), 'Export');
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'CSV (.csv)' }).click(),
    ]);
    const [, ...lines] = (await readFile(await saved.path(), 'utf8')).trim().split('\r\n');
    expect(lines.map((line) => line.split(',')[0])).toEqual([ben.email]);
  });

  it('Bulk actions of the users table are only Clear request and Export for a helper admin', async () => {
    const helper = await createHelper(app);
    const page = await app.open(helper, '/admin?q=bulk.com', wide);
    await box(page, ann.email).check();
    const names = await bar(page).getByRole('button').allInnerTexts();
    expect(names).toEqual(['Clear selection', 'Export', 'Clear request']);
    await app.root.send('DELETE', `/api/admin/users/${helper.id}`);
  });

  it('Bulk actions of the users table that the server refuses leave the selection as it is', async () => {
    const page = await app.open(app.root, '/admin?q=bulk.com', wide);
    await page.route('**/api/admin/users/bulk', (route) => route.fulfill({ status: 503, body: 'Try again' }));
    await box(page, ann.email).check();
    await confirm(page, 'Activate');
    await findToast(page, 'Update failed').waitFor();
    expect(await count(page).innerText()).toBe('1 selected');
    expect(await hasFocus(page)).toBe(true);
  });
});

describe('The selection of users', () => {
  it('The selection of users survives live changes and a sort, and ends with a new search', async () => {
    const page = await app.open(app.root, '/admin?q=bulk.com', wide);
    await box(page, ann.email).check();
    await ann.send('PATCH', '/api/profile', { zipCode: '48226' });
    await page.getByRole('row').filter({ hasText: ann.email }).getByText('48226').waitFor();
    await press(page, 'ZIP Code');
    await page.getByRole('columnheader', { name: 'ZIP Code' }).and(page.locator('[aria-sort=ascending]')).waitFor();
    expect(await box(page, ann.email).isChecked()).toBe(true);
    await page.getByRole('searchbox', { name: 'Search by email or ZIP' }).fill('ann@');
    await expect.poll(() => count(page).innerText()).toMatch(/^Select up to 500 users$/);
    await page.getByRole('searchbox', { name: 'Search by email or ZIP' }).fill('bulk.com');
    await box(page, ben.email).waitFor();
    expect(await box(page, ann.email).isChecked()).toBe(false);
  });

  it('The selection of users has at most 500, and says so', async () => {
    const page = await app.open(app.root, '/admin?q=person-', wide);
    await all(page).check();
    await expect.poll(() => count(page).innerText()).toBe('200 selected');
    const table = page.getByRole('region', { name: 'Users, scrollable' });
    const unselected = page.locator('tbody input[type=checkbox]:not(:checked)');
    await expect
      .poll(async () => {
        await table.evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
        return page.getByText('person-0699@example.com', { exact: true }).count();
      })
      .toBe(1);
    expect(await all(page).evaluate((element: HTMLInputElement) => element.indeterminate)).toBe(true);
    await all(page).click();
    await expect.poll(() => count(page).innerText()).toBe('500 selected (the most at once)');
    expect(await unselected.first().isDisabled()).toBe(true);
    await all(page).click();
    await expect.poll(() => unselected.first().isDisabled()).toBe(false);
  });

  it.each([390, 1440])('The selection of users moves nothing at %d px', async (width) => {
    const page = await app.open(app.root, '/layout-diagram', { viewport: { width, height: 900 } });
    await recordLayoutShifts(page);
    await page.goto(`${app.product.url}/admin?q=bulk.com`);
    await box(page, ann.email).scrollIntoViewIfNeeded();
    await page.waitForLoadState('networkidle');
    await takeLayoutShifts(page);
    await box(page, ann.email).check();
    await bar(page).getByRole('button', { name: 'Clear selection' }).click();
    await expect.poll(() => count(page).innerText()).toMatch(/^Select up to 500 users$/);
    expect(sumLayoutShifts(await takeLayoutShifts(page))).toBeLessThanOrEqual(0.02);
  });
});

describe('The choice of columns', () => {
  it('The choice of columns is kept by the browser, and never hides the email or the actions', async () => {
    const page = await app.open(app.root, '/admin?q=bulk.com', wide);
    await box(page, ann.email).check();
    await focus(page.getByRole('button', { name: 'Columns' }));
    await page.keyboard.press('Enter');
    const choices = page.getByRole('menuitemcheckbox');
    const titles = await choices.allInnerTexts();
    expect(titles).toEqual(expect.arrayContaining(['Password', 'Max Price', 'Notification']));
    expect(titles).not.toEqual(expect.arrayContaining([expect.stringMatching(/Email|Actions|Select/)]));
    await choices.filter({ hasText: 'Password' }).press('Enter');
    for (const title of titles.slice(1)) await choices.filter({ hasText: title }).click();
    const heads = () => findCard(page, 'Users').getByRole('columnheader').allInnerTexts();
    const kept = ['Select all loaded users, at most 500', 'Email', 'Actions'];
    await expect.poll(heads).toEqual(kept);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Columns');
    expect(await box(page, ann.email).isChecked()).toBe(true);
    await page.reload();
    await box(page, ann.email).waitFor();
    expect(await heads()).toEqual(kept);
    await press(page, 'Columns');
    await choices.filter({ hasText: 'ZIP Code' }).click();
    await expect.poll(heads).toEqual([...kept.slice(0, 2), 'ZIP Code', 'Actions']);
  });
});

describe.each(viewports)('The selection of users at $width px, $colorScheme', ({ colorScheme, width }) => {
  it('The selection of users is accessible', async () => {
    const page = await app.open(app.root, '/admin?q=bulk.com', { colorScheme, viewport: { width, height: 900 } });
    const faults = collectPageErrors(page);
    await box(page, ann.email).check();
    await findCard(page, 'Users').getByText('1 selected').waitFor();
    await expectAccessible(page, faults);
    await press(page, 'Columns');
    await page.getByRole('menuitemcheckbox', { name: 'Notification' }).waitFor();
    await expectAccessible(page, faults);
  });
});
