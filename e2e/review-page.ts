import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import type { ReviewItem } from '#domain/review.contract.ts';
import { deliverWebhook, webhookSecret } from '#server/testing/deliver-webhook.ts';
import { createHelper } from './admin-page.ts';
import type { ApiUser } from './api-user.ts';
import { activateMember, closeWindowsAfterEach, setUpApp } from './test-app.ts';

const street = ['Maple', 'Oak', 'Cedar', 'Walnut', 'Linden', 'Birch', 'Willow'];

/** An app whose full admin is a member near Detroit, and what puts items into its review. */
export function setUpReview() {
  const app = setUpApp();
  closeWindowsAfterEach(app);
  let helper: ApiUser;
  beforeAll(async () => {
    helper = await createHelper(app);
    await activateMember(app, app.root, { zipCode: '48204', maxPrice: 90_000 });
  });
  let sent = 0;
  return {
    app,
    /** Adds one more item to the queue, without a price. */
    hold: async (more: object = {}) => {
      sent += 1;
      const title = `Inherited house at ${sent}7${sent} ${street[sent % street.length] ?? ''} Street`;
      const link = `https://listings.example.com/${sent}`;
      const item = { title, price: 'make offer', details: 'Sold as-is by the heirs.', link, zipCode: '48204', ...more };
      const { text } = await deliverWebhook(app.product.url, webhookSecret, `d-${sent}`, {
        source: 'county-list',
        listings: [item],
      });
      expect(text).toContain('"review":[{');
      return title;
    },
    /** As another admin. */
    reject: async (title: string) => {
      const items = await app.root.get<ReviewItem[]>('/api/admin/review?limit=500');
      const id = items.find(({ listing }) => listing.title === title)?.id ?? '';
      await app.root.send('POST', `/api/admin/review/${id}`, { decision: 'reject' });
    },
    open: (options?: BrowserContextOptions, path = '/admin/review') => app.open(helper, path, options),
  };
}

export const wide = { width: 1440, height: 900 };
export const card = (page: Page, title: string) => page.getByRole('article', { name: title });
export const list = (page: Page) => page.getByRole('region', { name: 'Waiting for review' });
export const row = (page: Page, title: string) => list(page).getByRole('listitem').filter({ hasText: title });
export const press = (page: Page, title: string, name: string) =>
  card(page, title).getByRole('button', { name }).click();
