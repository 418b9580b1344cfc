import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { ListingView } from '#domain/listing/contract.ts';
import type { ApiUser } from './api-user.ts';
import { setUpApp, closeWindowsAfterEach, registerMember } from './test-app.ts';
import { expectAccessible, collectPageErrors } from './accessibility.ts';
import { deliverWebhook, webhookSecret } from '#server/testing/deliver-webhook.ts';
import { createHelper } from './admin-page.ts';

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
  await deliverWebhook(app.product.url, webhookSecret, 'd-1', { source: 'county-list', listings: [item] });
  const isShown = async () => (await ann.get<ListingView[]>('/api/listings/recent')).length === 1;
  await vi.waitUntil(isShown, { timeout: 60_000 });
  await ann.send('PATCH', '/api/profile', { maxPrice: 40_000 });
});

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Check a match' });
const ask = (page: Page) => page.getByRole('button', { name: 'Check a match' }).click();

describe('The match explanation', () => {
  it('The match explanation shows a user and a listing as of then and as of now, to helpers too', async () => {
    const page = await app.open(helper, '/admin');
    const faults = collectPageErrors(page);
    await page.getByRole('button', { name: `Listings of ${ann.email}` }).click();
    await ask(page);
    await dialog(page).getByLabel('Listing').fill('WINDMILL');
    await dialog(page).getByRole('status').getByText('1 listing').waitFor();
    await dialog(page).getByRole('button', { name: title }).click();
    const then = dialog(page).getByRole('region', { name: 'When it was matched' });
    await then.getByText('Sent.').waitFor();
    await then.getByText('$45,000, $9,000 under the max of $54,000 (default)').waitFor();
    const now = dialog(page).getByRole('region', { name: 'Now' });
    await now.getByText('$45,000, $5,000 over the max of $40,000').waitFor();
    await now.getByText('Houses always included').waitFor();
    await expectAccessible(page, faults);
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
  });

  it('The match explanation shows each search of a user who has several, the nearest one open', async () => {
    await ann.send('POST', '/api/searches', { name: 'Motor City', zipCode: '48204', maxPrice: 45_000 });
    await ann.send('POST', '/api/searches', { name: 'Resting', zipCode: '60601', paused: true });
    const page = await app.open(helper, '/admin');
    const faults = collectPageErrors(page);
    await page.getByRole('button', { name: `Listings of ${ann.email}` }).click();
    await ask(page);
    await dialog(page).getByRole('button', { name: title }).click();
    const now = dialog(page).getByRole('region', { name: 'Now' });
    const search = (name: string) => now.getByRole('group').filter({ hasText: name });
    await search('Motor City: fits').getByText('$45,000, exactly the max of $45,000').waitFor();
    await now.getByText('Already sent on').waitFor();
    await search('Search 1: does not fit').getByText('Search 1').click();
    await search('Search 1').getByText('$45,000, $5,000 over the max of $40,000').waitFor();
    await search('Resting: paused').getByText('Resting').click();
    await search('Resting').getByText('Search paused').waitFor();
    const then = dialog(page).getByRole('region', { name: 'When it was matched' });
    await then.getByText('Sent.').waitFor();
    expect(await then.getByRole('group').count()).toBe(0);
    await expectAccessible(page, faults);
  });

  it('The match explanation is available on the review page for any email, and says if it is unknown', async () => {
    const page = await app.open(helper, '/admin/review');
    await ask(page);
    await dialog(page).getByLabel('User').fill('nobody@example.com');
    await dialog(page).getByLabel('Listing').fill(link);
    await dialog(page).getByRole('button', { name: title }).click();
    await dialog(page).getByText('404: No such user').first().waitFor();
    await dialog(page).getByLabel('User').fill(ann.email);
    await dialog(page).getByText('$45,000, $9,000 under the max of $54,000 (default)').waitFor();
  });
});

it.each([
  ['Quiet hours', 'Quiet hours: nothing is sent from 9 pm to 7 am', { quietHours: true }],
  ['The weekly summary', 'Weekly summary, Mondays at 7 am', { weeklySummary: true }],
])('%s can be turned on among the filters', async (_what, label, saved) => {
  const page = await app.open(ann, '/');
  const box = page.getByLabel(label);
  expect(await box.isChecked()).toBe(false);
  await box.check();
  await page.getByRole('button', { name: 'Save Preferences' }).click();
  await page.getByRole('listitem').filter({ hasText: 'Profile Updated' }).waitFor();
  expect(await ann.get('/api/user')).toMatchObject(saved);
});
