import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createListingView } from '#domain/alert/testing/examples.ts';
import { renderAlertEmail } from '#server/modules/alerts/channels/email/templates/alerts.ts';
import { openBrowser } from './browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const url = 'https://scout.example.com';
const listings = ['l-1', 'l-2'].map((id) => {
  return {
    listing: createListingView({ id, title: `Inherited house ${id}`, details: 'As is. '.repeat(20) }),
    cid: 'art',
  };
});
const addresses = { url, mapsLinkUrl: `${url}/?q={query}`, unsubscribe: url, daily: url };
const { html } = renderAlertEmail({ listings, total: 2, isDaily: true, ...addresses });

/** The widths of the texts of the listings, and whether they stand beside their pictures. */
async function measure(width: number) {
  const page = await browser.newPage({ viewport: { width, height: 800 } });
  await page.setContent(html);
  const measured = await page.getByText('As is.').evaluateAll((texts) =>
    texts.map((text) => {
      const words = text.getBoundingClientRect();
      const picture = text.parentElement?.parentElement?.querySelector('img')?.getBoundingClientRect();
      return { width: words.width, isBeside: words.left >= (picture?.right ?? Infinity) };
    }),
  );
  const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth);
  await page.close();
  return { measured, scrollWidth };
}

it('A mail of several listings leaves at least 200 px for the text on a phone of 360 px, and shows pictures beside it on a wide screen', async () => {
  const phone = await measure(360);
  expect(phone.scrollWidth).toBe(360);
  expect(phone.measured).toHaveLength(2);
  for (const { width } of phone.measured) expect(width).toBeGreaterThanOrEqual(200);
  for (const { isBeside } of (await measure(800)).measured) expect(isBeside).toBe(true);
});
