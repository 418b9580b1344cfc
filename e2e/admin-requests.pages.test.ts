import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { findCard, findToast } from './admin-page.ts';
import type { ApiUser } from './api-user.ts';
import { createPeopleRows, exportHeader } from './spreadsheets.ts';
import { setUpApp } from './test-app.ts';
import { findRow } from './users-table.ts';

/** With those who register, exactly ten pages. */
const userCount = 1995;
const pageCount = 10;

const app = setUpApp();
let other: ApiUser;
let members: Record<'first' | 'second' | 'third', ApiUser>;

beforeAll(async () => {
  other = await app.register('other@example.com');
  await app.root.send('PATCH', `/api/admin/users/${other.id}/role`, { role: 'full' });
  members = {
    first: await app.register('a-1@example.com'),
    second: await app.register('a-2@example.com'),
    third: await app.register('a-3@example.com'),
  };
  await importPeople();
});

async function importPeople(): Promise<void> {
  const form = new FormData();
  const csv = [exportHeader, ...createPeopleRows(userCount)].map((row) => row.join(',')).join('\n');
  form.set('file', new Blob([csv], { type: 'text/csv' }), 'people.csv');
  const path = `${app.product.url}/api/admin/users/import`;
  const { ok } = await fetch(path, { method: 'POST', body: form, headers: { cookie: app.root.cookie() } });
  if (!ok) throw new Error('The users were not imported');
}

/** The requests of the list of users that a window sends from now on. */
function recordListRequests(page: Page): string[] {
  const urls: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (request.method() === 'GET' && pathname === '/api/admin/users') urls.push(search);
  });
  return urls;
}

/** The users table of an admin, with ten pages of it loaded and scrolled back to the top. */
async function openTable(who: ApiUser): Promise<Page> {
  const page = await app.open(who, '/admin', { viewport: { width: 1440, height: 900 } });
  const urls = recordListRequests(page);
  const scroller = page.getByRole('region', { name: 'Users, scrollable' });
  await scroller.waitFor();
  await expect
    .poll(async () => {
      await scroller.evaluate((region) => region.scrollTo({ top: region.scrollHeight }));
      return new Set(urls.filter((url) => url.includes('cursor='))).size;
    })
    .toBeGreaterThanOrEqual(pageCount - 1);
  await scroller.evaluate((region) => region.scrollTo({ top: 0 }));
  return page;
}

async function setMembership(user: ApiUser, status: 'active' | 'unconfirmed'): Promise<void> {
  await app.root.send('PATCH', `/api/admin/users/${user.id}/membership`, { status });
}

const statusOf = (page: Page, user: ApiUser) => findRow(page, user).getByTitle(/^Click to set /);

describe('With ten pages of users loaded', () => {
  it('With ten pages of users loaded, a toggled membership takes one request in its own window and one in that of another admin', async () => {
    const [acting, watching] = [await openTable(app.root), await openTable(other)];
    const [own, others] = [recordListRequests(acting), recordListRequests(watching)];
    await statusOf(acting, members.first).click();
    await findToast(acting, 'Membership status updated successfully').waitFor();
    for (const page of [acting, watching]) await findRow(page, members.first).getByText('Active').waitFor();
    expect([own.length, others.length]).toEqual([1, 1]);
    // A change by another admin arrives behind the window's own: by now that one would have been answered too.
    await setMembership(members.second, 'active');
    for (const page of [acting, watching]) await findRow(page, members.second).getByText('Active').waitFor();
    expect([own.length, others.length]).toEqual([2, 2]);
    for (const page of [acting, watching]) await page.context().close();
  });

  it('With ten pages of users loaded, a user who registers or is deleted takes one request, and the table follows', async () => {
    const page = await openTable(app.root);
    const urls = recordListRequests(page);
    const card = findCard(page, 'Users');
    const total = userCount + 5;
    await card.getByText(`${total.toLocaleString('en-US')} users`).waitFor();
    const late = await app.register('a-4@example.com');
    await findRow(page, late).waitFor();
    await card.getByText(`${(total + 1).toLocaleString('en-US')} users`).waitFor();
    expect(urls.length).toBe(1);
    await app.root.send('DELETE', `/api/admin/users/${late.id}`);
    await findRow(page, late).waitFor({ state: 'detached' });
    expect(urls.length).toBe(2);
    await page.context().close();
  });

  it('With users sorted by membership, a toggled one moves to where the order has it', async () => {
    const page = await app.open(app.root, '/admin', { viewport: { width: 1440, height: 900 } });
    await page.getByRole('searchbox', { name: 'Search by email or ZIP' }).fill('a-');
    await findCard(page, 'Users').getByText('3 users', { exact: true }).waitFor();
    for (const member of [members.first, members.second]) await setMembership(member, 'unconfirmed');
    await setMembership(members.third, 'active');
    await page.getByRole('button', { name: 'Membership', exact: true }).click();
    const order = () => findCard(page, 'Users').getByRole('cell').getByRole('link').allInnerTexts();
    await expect.poll(async () => (await order())[0]).toBe(members.third.email);
    await statusOf(page, members.third).click();
    await statusOf(page, members.first).click();
    await expect.poll(async () => (await order())[0]).toBe(members.first.email);
    await page.context().close();
  });
});
