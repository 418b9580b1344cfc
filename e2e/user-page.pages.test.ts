import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { ListingView } from '#domain/listing/contract.ts';
import { checkEvidence } from '#server/lib/evidence/check-evidence.ts';
import { deliverWebhook, webhookSecret } from '#server/testing/deliver-webhook.ts';
import { collectPageErrors, expectAccessible, viewports } from './accessibility.ts';
import { createHelper, findCard, findToast } from './admin-page.ts';
import type { ApiUser } from './api-user.ts';
import { focus } from './browser.ts';
import { recordLayoutShifts, sumLayoutShifts, takeLayoutShifts } from './layout-shifts.ts';
import { closeWindowsAfterEach, registerMember, setUpApp } from './test-app.ts';

const title = 'Inherited 3 bedroom house with a windmill, must sell as-is';
const link = 'https://listings.example.com/windmill';

const app = setUpApp();
closeWindowsAfterEach(app);
let helper: ApiUser;
let ann: ApiUser;
beforeAll(async () => {
  helper = await createHelper(app);
  ann = await registerMember(app, 'ann@example.com');
  const item = { externalId: 'windmill', title, price: 45_000, details: 'Heirs want it gone.', link, zipCode: '48204' };
  const far = { ...item, externalId: 'far', title: 'Estate sale: farmhouse', price: 56_000, link: `${link}/far` };
  const listings = [item, { ...far, zipCode: '48601' }];
  await deliverWebhook(app.product.url, webhookSecret, 'd-1', { source: 'county-list', listings });
  const isShown = async () => (await ann.get<ListingView[]>('/api/listings/recent')).length === 1;
  await vi.waitUntil(isShown, { timeout: 60_000 });
});

const pathOf = ({ id }: ApiUser) => `/admin/users/${id}`;
const openPage = async (who = app.root, subject = ann) => {
  const page = await app.open(who, pathOf(subject));
  await findCard(page, 'Account').waitFor();
  return page;
};

describe('The page of a user', () => {
  it('The page of a user opens from the email in the table of users', async () => {
    const page = await app.open(app.root, '/admin');
    await page.getByRole('table').getByRole('link', { name: ann.email, exact: true }).click();
    await page.getByRole('heading', { level: 1, name: ann.email }).waitFor();
    expect(new URL(page.url()).pathname).toBe(pathOf(ann));
    const filters = findCard(page, 'Filters');
    await filters.getByText('$54,000 (default)').waitFor();
    await filters.getByText('50 miles (default)').waitFor();
  });

  it('The page of a user shows the alerts with their outcomes, the log and a link to the history', async () => {
    const page = await openPage();
    const alerts = findCard(page, 'Alerts');
    await alerts.getByRole('link', { name: title }).waitFor();
    await alerts.getByText(/^Email (sent|queued)$/).waitFor();
    await alerts.getByText('Webhook off').waitFor();
    await findCard(page, 'Workflow log')
      .getByText(`Membership set to active for ${ann.email} by ${app.root.email}`)
      .waitFor();
    await page.getByRole('link', { name: 'History of this user' }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get('person')).toBe(ann.id);
  });

  it('The page of a user and the row of a user lead to the past of the user', async () => {
    const page = await openPage();
    await page.getByRole('link', { name: 'Time Travel' }).click();
    await page.waitForURL(new RegExp(`/admin/history/as-of\\?user=${ann.id}`));
    await page.goto(`${app.product.url}/admin`);
    await page.getByRole('button', { name: `Actions for ${ann.email}` }).click();
    await page.getByRole('menuitem', { name: 'Time Travel' }).click();
    await page.waitForURL(new RegExp(`/admin/history/as-of\\?user=${ann.id}`));
  });

  it('The page of a user exports the evidence of all that the log says of the user', async () => {
    const page = await openPage();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export evidence' }).click(),
    ]);
    const { evidence, findings } = checkEvidence(await readFile(await download.path(), 'utf8'), null);
    expect(findings).toEqual([]);
    expect(evidence.events.map(({ event }) => event.type)).toContain('MembershipActivated');
  });

  it('The page of a user explains why they did not get a listing, with the margin of each condition', async () => {
    const page = await openPage(helper);
    const check = findCard(page, 'Why did they not get it?');
    await check.getByLabel('Listing').fill(`${link}/far`);
    await check.getByRole('button', { name: 'Estate sale: farmhouse' }).click();
    const now = check.getByRole('region', { name: 'Now' });
    await now.getByRole('listitem').getByText('$56,000, $2,000 over the max of $54,000 (default)').waitFor();
    await now
      .getByRole('listitem')
      .getByText(/miles beyond 50 \(default\)$/)
      .waitFor();
    await now.getByText('Not sent before').waitFor();
    await check.getByRole('button', { name: 'Choose another listing' }).click();
    await check.getByLabel('Listing').fill('windmill');
    await check.getByRole('button', { name: title }).click();
    await now.getByText('Already sent on').waitFor();
  });

  it('The page of a user has the actions of the row, and shows at once what they change', async () => {
    const bob = await app.register('bob@example.com');
    await bob.send('POST', '/api/request-higher-limit');
    const page = await openPage(app.root, bob);
    const account = findCard(page, 'Account');
    await account.getByText('Limit requested').waitFor();
    await account.getByRole('button', { name: 'Unconfirmed' }).click();
    await account.getByRole('button', { name: 'Active' }).waitFor();
    await account.getByRole('button', { name: `Actions for ${bob.email}` }).click();
    await page.getByRole('menuitem', { name: 'Approve with a new limit…' }).click();
    await page.getByLabel(`New price limit for ${bob.email}`).fill('200000');
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await account.getByText('$200,000 (granted)').waitFor();
    await account.getByRole('button', { name: `Actions for ${bob.email}` }).click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    await page.getByRole('button', { name: 'Delete user' }).click();
    await findToast(page, 'User deleted successfully').waitFor();
    await page.getByRole('heading', { level: 1, name: 'User not found' }).waitFor();
    const users = page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: 'Users' });
    expect(await users.getAttribute('aria-current')).toBe('page');
    await users.click();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/admin');
  });

  it('The page of a user follows changes that others make', async () => {
    const cid = await app.register('cid@example.com');
    const page = await openPage(app.root, cid);
    await findCard(page, 'Filters').getByText('Not set (no alerts)').waitFor();
    await cid.send('PATCH', '/api/profile', { maxPrice: 60_000, zipCode: '48204' });
    await findCard(page, 'Filters').getByText('$60,000', { exact: true }).waitFor();
    await helper.send('POST', `/api/admin/users/${cid.id}/notes`, { text: 'Called about the barn' });
    await findCard(page, 'Notes').getByText('Called about the barn').waitFor();
  });

  it('The page of a user shows each search of a user who has several', async () => {
    const dan = await registerMember(app, 'dan@example.com');
    const page = await openPage(helper, dan);
    await findCard(page, 'Filters').getByText('48201, Detroit, MI').waitFor();
    await dan.send('POST', '/api/searches', { name: 'Flint', zipCode: '48503', maxPrice: 60_000, paused: true });
    const searches = findCard(page, 'Searches');
    const flint = searches.getByRole('region', { name: 'Flint' });
    for (const text of ['Paused', '$60,000', '48503, Flint, MI', '1 listing']) {
      await flint.getByText(text, { exact: true }).waitFor();
    }
    await searches.getByRole('region', { name: 'Search 1' }).getByText('$54,000 (default)').waitFor();
    await expectAccessible(page, []);
  });

  it('A note about a user is written and removed with the keyboard', async () => {
    const page = await openPage(helper);
    const notes = findCard(page, 'Notes');
    await focus(notes.getByLabel('New note'));
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await notes.getByText('Enter a note').waitFor();
    await focus(notes.getByLabel('New note'));
    await page.keyboard.type('Prefers the phone');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await notes.getByText(`${helper.email},`).waitFor();
    await expect.poll(() => notes.getByLabel('New note').inputValue()).toBe('');
    await focus(notes.getByRole('button', { name: /^Remove the note of / }));
    await page.keyboard.press('Enter');
    await notes.getByText('Prefers the phone').waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Notes');
  });

  it('The page of a user shows a helper admin neither the log, payments and history nor what changes an account', async () => {
    const page = await openPage(helper);
    const account = findCard(page, 'Account');
    await account.getByText('Active', { exact: true }).waitFor();
    expect(await account.getByRole('button').count()).toBe(0);
    expect(await account.getByText('Payments').count()).toBe(0);
    expect(await findCard(page, 'Workflow log').count()).toBe(0);
    expect(await page.getByRole('link', { name: 'History of this user' }).count()).toBe(0);
  });

  it('The page of an unknown user says so, and members are denied', async () => {
    const page = await app.open(helper, '/admin/users/nobody');
    await page.getByRole('heading', { level: 1, name: 'User not found' }).waitFor();
    await page.getByText('No user has this address. The account may have been deleted.').waitFor();
    const denied = await app.open(ann, pathOf(ann));
    await denied.getByRole('heading', { name: 'Access Denied' }).waitFor();
  });

  it.each(viewports)(
    'The page of a user is accessible and does not move at $width px, $colorScheme',
    async ({ colorScheme, width }) => {
      await app.root.send('POST', `/api/admin/users/${ann.id}/notes`, { text: 'Averylongword'.repeat(20) });
      const page: Page = await app.open(app.root, '/admin', {
        colorScheme,
        viewport: { width, height: 900 },
        reducedMotion: 'reduce',
      });
      const faults = collectPageErrors(page);
      await recordLayoutShifts(page);
      await page.goto(`${app.product.url}${pathOf(ann)}`);
      await findCard(page, 'Alerts').getByRole('link', { name: title }).waitFor();
      await expectAccessible(page, faults);
      expect(sumLayoutShifts(await takeLayoutShifts(page))).toBeLessThanOrEqual(0.02);
    },
  );
});
