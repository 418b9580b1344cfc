import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { MemberListing } from '#domain/member-listing/contract.ts';
import { deliverWebhook, webhookSecret } from '#server/testing/deliver-webhook.ts';
import type { ApiUser } from './api-user.ts';
import { createLotListing } from './lot-listing.ts';
import { registerMember, setUpApp } from './test-app.ts';

const app = setUpApp();
let ann: ApiUser;
let page: Page;

const print = () => page.emulateMedia({ media: 'print' });
const visible = (selector: string) => page.locator(selector).filter({ visible: true });

beforeAll(async () => {
  ann = await registerMember(app, 'ann@example.com', { zipCode: '48204' });
  await deliverWebhook(app.product.url, webhookSecret, 'print', { source: 'print', listings: [createLotListing(1)] });
  const list = () => ann.get<MemberListing[]>('/api/listings');
  await vi.waitFor(async () => expect(await list()).toHaveLength(1), { timeout: 60_000 });
  const [listing] = await list();
  page = await app.open(ann, `/listings/${listing?.id ?? ''}`, { viewport: { width: 800, height: 1100 } });
  await page.getByRole('button', { name: 'Zoom in' }).waitFor();
});

describe('A printed listing', () => {
  it('A printed listing has its content, and no header, bar, button, select, share card or empty note', async () => {
    await print();
    await expect.poll(() => visible('button, select, textarea, nav, body :not(section) > header').count()).toBe(0);
    await page.getByRole('heading', { level: 1, name: /Oak Street/ }).waitFor();
    await page.getByRole('heading', { name: 'Price history' }).waitFor();
    expect(await page.getByRole('heading', { name: 'Share' }).isVisible()).toBe(false);
    expect(await page.getByText('Your note').filter({ visible: true }).count()).toBe(0);
    await page.getByText('https://listings.example.com/lot-1', { exact: true }).waitFor();
  });

  it('A printed listing shows a note as text', async () => {
    await page.emulateMedia({ media: 'screen' });
    await page.getByLabel('Your note').fill('Call the heirs\non Monday');
    await page.getByText('Note saved').waitFor();
    await print();
    await page.getByText('Your note: Call the heirs on Monday').waitFor();
    expect(await visible('textarea').count()).toBe(0);
  });
});

it('The header is opaque, so that no content shows through it', async () => {
  await page.emulateMedia({ media: 'screen' });
  const [header, body] = await page.evaluate(() =>
    ['body > * header', 'html'].map((one) => {
      const element = document.querySelector(one);
      return element && getComputedStyle(element).backgroundColor;
    }),
  );
  expect(header).toBe(body);
});
