import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { UserView } from '#domain/user/contract.ts';
import { findCard, findToast, isOnTop } from './admin-page.ts';
import { collectPageErrors, expectAccessible, viewports } from './accessibility.ts';
import { focus } from './browser.ts';
import { createPeopleRows, exportHeader } from './spreadsheets.ts';
import { closeWindowsAfterEach, registerMember, setUpApp } from './test-app.ts';

const app = setUpApp();
closeWindowsAfterEach(app);
const wide = { viewport: { width: 1440, height: 900 } };

beforeAll(async () => {
  const asking = await registerMember(app, 'asking@facets.com', { zipCode: '48204', maxPrice: 40_000 });
  await asking.send('POST', '/api/request-higher-limit');
  const granted = await registerMember(app, 'granted@facets.com', { zipCode: '10001' });
  await app.root.send('PATCH', `/api/admin/users/${granted.id}/higher-limit`, { limit: 250_000 });
  await app.register('unset@facets.com');
  const form = new FormData();
  const csv = [exportHeader, ...createPeopleRows(400)].map((row) => row.join(',')).join('\n');
  form.set('file', new Blob([csv], { type: 'text/csv' }), 'people.csv');
  const headers = { cookie: app.root.cookie() };
  await fetch(`${app.product.url}/api/admin/users/import`, { method: 'POST', body: form, headers });
});

const emails = (page: Page) => findCard(page, 'Users').getByRole('cell').getByRole('link').allInnerTexts();
const filters = (page: Page) => page.getByRole('search', { name: 'Filters' });
const choose = (page: Page, label: string, choice: string) =>
  filters(page).getByLabel(label, { exact: true }).selectOption(choice);

describe('The filters of the users table', () => {
  it('The filters of the users table find all with a pending request and a ZIP in Michigan, and the address keeps them', async () => {
    const page = await app.open(app.root, '/admin', wide);
    await choose(page, 'Limit requested', 'Yes');
    await choose(page, 'ZIP', 'Michigan');
    await expect.poll(() => emails(page)).toEqual(['asking@facets.com']);
    await expect.poll(() => new URL(page.url()).search).toBe('?request=true&zip=MI');
    await page.reload();
    await expect.poll(() => emails(page)).toEqual(['asking@facets.com']);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect.poll(() => new URL(page.url()).search).toBe('');
    await findCard(page, 'Users').getByText('404 users', { exact: true }).waitFor();
  });

  it('The filters of the users table find a ZIP as well as part of an email', async () => {
    const page = await app.open(app.root, '/admin', wide);
    const search = page.getByRole('searchbox', { name: 'Search by email or ZIP' });
    await search.fill('48204');
    await expect.poll(() => emails(page)).toContain('asking@facets.com');
    await search.fill('granted@');
    await expect.poll(() => emails(page)).toEqual(['granted@facets.com']);
  });

  it('The filters of the users table apply to an export, which has days only', async () => {
    const page = await app.open(app.root, '/admin?q=facets.com&membership=active', wide);
    await page.getByRole('button', { name: 'Export Users' }).click();
    await page.getByText('Users that match the filters').waitFor();
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'CSV (.csv)' }).click(),
    ]);
    const [, ...lines] = (await readFile(await saved.path(), 'utf8')).trim().split('\r\n');
    expect(lines.map((line) => line.split(',')[0])).toEqual(['asking@facets.com', 'granted@facets.com']);
    for (const line of lines) expect(line.split(',')[4]).toMatch(/^\d{4}-\d\d-\d\d$/);
  });

  it('The filters of the users table offer no role to a helper admin, and ignore one in the address', async () => {
    const helper = await app.register('helper@facets.com');
    await app.root.send('PATCH', `/api/admin/users/${helper.id}/role`, { role: 'helper' });
    const page = await app.open(helper, '/admin?role=full&q=asking', wide);
    await expect.poll(() => emails(page)).toEqual(['asking@facets.com']);
    expect(await filters(page).getByLabel('Role').count()).toBe(0);
    await app.root.send('DELETE', `/api/admin/users/${helper.id}`);
  });
});

describe('The users table', () => {
  it('The users table shows the default of a price that was never set, and a granted limit', async () => {
    const page = await app.open(app.root, '/admin?q=facets.com', wide);
    const row = (email: string) => page.getByRole('row').filter({ hasText: email });
    await row('unset@facets.com').getByText('$54,000 (default)').waitFor();
    await row('granted@facets.com').getByText('Limit $250,000').waitFor();
    expect(
      await row('asking@facets.com')
        .getByText(/^Limit \$/)
        .count(),
    ).toBe(0);
  });

  it('The users table keeps the email beside every action on a phone, and shows 40 characters of it at 1440 px', async () => {
    const email = 'a-rather-long-address-indeed@facets.com';
    const long = await app.register(email);
    const page = await app.open(app.root, '/admin?q=a-rather', { viewport: { width: 390, height: 844 } });
    const link = findCard(page, 'Users').getByRole('link', { name: email, exact: true });
    await page.getByRole('button', { name: `Actions for ${email}` }).scrollIntoViewIfNeeded();
    const table = page.getByRole('region', { name: 'Users, scrollable' });
    expect(await table.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(100);
    expect(await isOnTop(link)).toBe(true);
    await page.setViewportSize(wide.viewport);
    await table.evaluate((element) => element.scrollTo({ left: 0 }));
    const isCut = () =>
      link.evaluate((text) => text.scrollHeight > text.clientHeight || text.scrollWidth > text.clientWidth);
    expect(await isCut()).toBe(false);
    await app.root.send('DELETE', `/api/admin/users/${long.id}`);
  });

  it('The users table undoes the first activation of a member with its date, from the toast', async () => {
    const member = await app.register('undone@facets.com');
    const page = await app.open(app.root, '/admin?q=undone', wide);
    const row = page.getByRole('row').filter({ hasText: 'undone@facets.com' });
    await row.getByTitle('Click to set active').click();
    await row.getByText('Active', { exact: true }).waitFor();
    await findToast(page, 'Membership status updated successfully').getByRole('button', { name: 'Undo' }).click();
    await row.getByRole('button', { name: 'Member since Not set, change' }).waitFor();
    await findToast(page, 'Membership status restored').waitFor();
    expect(await member.get<UserView>('/api/user')).toMatchObject({
      membershipStatus: 'unconfirmed',
      memberSince: null,
    });
    await app.root.send('DELETE', `/api/admin/users/${member.id}`);
  });

  it.each(['a sort', 'a search'])('The users table begins at its start after %s', async (change) => {
    const page = await app.open(app.root, '/admin', wide);
    const table = page.getByRole('region', { name: 'Users, scrollable' });
    await focus(table);
    await table.evaluate((element) => element.scrollTo({ top: 5000 }));
    await expect.poll(() => table.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(4000);
    if (change === 'a sort') await page.getByRole('button', { name: 'ZIP Code', exact: true }).click();
    else await page.getByRole('searchbox', { name: 'Search by email or ZIP' }).fill('person');
    await expect.poll(() => table.evaluate(({ scrollTop }) => scrollTop)).toBe(0);
  });
});

describe.each(viewports)('The filters of users at $width px, $colorScheme', ({ colorScheme, width }) => {
  it('The filters of users are accessible', async () => {
    const page = await app.open(app.root, '/admin?q=facets&zip=MI', { colorScheme, viewport: { width, height: 900 } });
    const faults = collectPageErrors(page);
    await expect.poll(() => emails(page)).toEqual(['asking@facets.com']);
    await expectAccessible(page, faults);
  });
});
