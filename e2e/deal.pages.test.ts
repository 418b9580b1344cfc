import type { Page } from 'playwright-core';
import { beforeAll, expect, it, vi } from 'vitest';
import type { MemberListing } from '#domain/member-listing/contract.ts';
import { deliverWebhook, webhookSecret } from '#server/testing/deliver-webhook.ts';
import { collectPageErrors, expectAccessible } from './accessibility.ts';
import type { ApiUser } from './api-user.ts';
import { setUpApp, registerMember } from './test-app.ts';

const app = setUpApp();
let ann: ApiUser;
let page: Page;

const list = () => ann.get<MemberListing[]>('/api/listings');
/** 1,000 square feet for $20,000, $21,000 and so on. */
const houses = Array.from({ length: 13 }, (_, n) => ({
  externalId: `deal-${n}`,
  title: `Inherited house at ${100 + 37 * n} ${['Elm', 'Oak', 'Ash', 'Pine'][n % 4] ?? ''} Street, sold as-is`,
  price: 20_000 + 1000 * n,
  details: `1,000 sq ft, lot number ${n}. Heirs want it gone.`,
  link: `https://deals.example.com/${n}`,
  zipCode: '48204',
}));

beforeAll(async () => {
  ann = await registerMember(app, 'ann@example.com');
  await deliverWebhook(app.product.url, webhookSecret, 'deals', { source: 'deals', listings: houses });
  await vi.waitFor(async () => expect(await list()).toHaveLength(13), { timeout: 60_000 });
});

const open = async (title: string, width: number) => {
  const id = (await list()).find((listing) => listing.title.includes(title))?.id ?? '';
  page = await app.open(ann, `/listings/${id}`, { viewport: { width, height: 900 } });
  return page.getByRole('region', { name: 'The deal' });
};

it.each([320, 1440])(
  'The page of a listing compares its price for the size with the others, at %d px',
  async (width) => {
    const deal = await open('100 Elm', width);
    const faults = collectPageErrors(page);
    await deal.getByText('$20 per sq ft', { exact: true }).waitFor();
    await deal.getByText('Cheapest 8% of 12').waitFor();
    await deal
      .getByText('25% under $26.50 per sq ft, the median of 12 house offers within 25 miles, last 365 days.')
      .waitFor();
    await expectAccessible(page, faults);
    await page.context().close();
  },
);

it('A listing above the median is not called cheap', async () => {
  const deal = await open('544 Elm', 1440);
  await deal.getByText(/^25% over .*, the median of/).waitFor();
  expect(await deal.getByText(/Cheapest/).count()).toBe(0);
});
