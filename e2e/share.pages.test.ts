import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { MemberListing } from '#domain/member-listing/contract.ts';
import { deliverWebhook, webhookSecret } from '#server/testing/deliver-webhook.ts';
import { expectAccessible } from './accessibility.ts';
import { registerMember, setUpApp } from './test-app.ts';

const app = setUpApp();
let page: Page;

const card = (title: string) => page.getByRole('region', { name: title });

beforeAll(async () => {
  const ann = await registerMember(app, 'ann@example.com');
  const title = 'Inherited house at 112 Elm Street, sold as-is';
  const details = 'Heirs want it gone. Call (313) 555-0123 or write to heir@example.com.';
  const listing = {
    externalId: 'elm',
    title,
    details,
    price: 45_000,
    link: 'https://l.example.com/1',
    zipCode: '48204',
  };
  await deliverWebhook(app.product.url, webhookSecret, 'elm', { source: 'home', listings: [listing] });
  const list = () => ann.get<MemberListing[]>('/api/listings');
  await vi.waitFor(async () => expect(await list()).toHaveLength(1), { timeout: 60_000 });
  page = await app.open(ann, `/listings/${(await list())[0]?.id ?? ''}`);
  await page.getByRole('heading', { level: 1, name: /Elm/ }).waitFor();
});

it('The contact of a listing is there to call, text and mail', async () => {
  const hrefs = await card('Contact')
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => [link.getAttribute('aria-label'), link.getAttribute('href')]));
  expect(hrefs).toEqual([
    ['Call 313-555-0123', 'tel:+13135550123'],
    ['Text 313-555-0123', 'sms:+13135550123'],
    ['Mail heir@example.com', 'mailto:heir@example.com'],
  ]);
});

describe('a link to a listing', () => {
  let visitor: Page;

  it('A link is created, copied and opened by someone without an account', async () => {
    await card('Share').getByText('Not shared.').waitFor();
    await card('Share').getByRole('button', { name: 'Create link' }).press('Enter');
    const field = card('Share').getByLabel('Link');
    const url = await field.inputValue();
    expect(url).toMatch(/\/share\/[\w-]{22}$/);
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
    await card('Share').getByText('1 live link').waitFor();
    const context = await app.browser.newContext();
    visitor = await context.newPage();
    const failed: string[] = [];
    visitor.on('response', (response) => {
      if (response.status() >= 400) failed.push(response.url());
    });
    await visitor.goto(url);
    await visitor.getByRole('heading', { level: 1, name: /112 Elm Street/ }).waitFor();
    await visitor.getByText('$45,000').waitFor();
    await visitor.getByText('Heirs want it gone. Call [hidden] or write to [hidden].').waitFor();
    expect(await visitor.locator('meta[name=robots]').getAttribute('content')).toBe('noindex');
    expect(failed).toEqual([]);
  });

  it.each([390, 1440])('The page of a link and that of its listing are accessible at %d px', async (width) => {
    for (const one of [visitor, page]) {
      await one.setViewportSize({ width, height: 900 });
      await expectAccessible(one, []);
    }
  });

  it('A link that was stopped says that it has ended, and the focus stays in the card', async () => {
    await card('Share').getByRole('button', { name: 'Stop sharing' }).press('Enter');
    await card('Share').getByText('Not shared.').waitFor();
    expect(
      await card('Share')
        .getByRole('status')
        .evaluate((element) => element === document.activeElement),
    ).toBe(true);
    await expect.poll(() => card('Share').getByLabel('Link').count()).toBe(0);
    await visitor.reload();
    await visitor.getByRole('heading', { name: 'This link has ended.' }).waitFor();
  });
});
