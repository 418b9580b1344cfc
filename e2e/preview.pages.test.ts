import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { ApiUser } from './api-user.ts';
import { failCalls, registerAnyone, setUpApp } from './test-app.ts';
import { deliverWebhook, webhookSecret } from '#server/testing/deliver-webhook.ts';

const app = setUpApp();
let ann: ApiUser;
let page: Page;

const price = () => page.getByLabel('Max Price');
const zip = () => page.getByLabel('ZIP Code');
const preview = () => page.getByRole('region', { name: 'Preview' });
const count = (text: string) => preview().getByText(text, { exact: true }).waitFor();

/** Enters all of a text's beginnings, faster than any pause. */
function typeAtOnce(field: HTMLInputElement | SVGElement, texts: string[]) {
  for (const text of texts) {
    // Past the setter of React, which would take the text for its own.
    Reflect.set(HTMLInputElement.prototype, 'value', text, field);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
}

beforeAll(async () => {
  await deliverWebhook(app.product.url, webhookSecret, 'filters', {
    source: 'filters',
    listings: [
      { title: 'Inherited house, sold as-is', price: 45_000, link: 'https://l.example.com/1', zipCode: '48204' },
      { title: 'Bungalow with a bad roof', price: 31_000, link: 'https://l.example.com/2', zipCode: '48227' },
      { title: 'House, back taxes owed', price: 22_500, link: 'https://l.example.com/3', zipCode: '48209' },
      { title: 'Estate sale, brick house', price: 120_000, link: 'https://l.example.com/4', zipCode: '48205' },
      { title: 'Five acres of raw land', price: 19_000, link: 'https://l.example.com/5', zipCode: '48204' },
    ],
  });
});

beforeEach(async () => {
  ann = await registerAnyone(app);
  page = await app.open(ann, '/');
  return () => page.context().close();
});

it('The preview shows what matches before saving, with three examples', async () => {
  await zip().fill('48201');
  await count('3 listings matched in the last 30 days');
  expect(await preview().getByRole('listitem').count()).toBe(3);
  await preview()
    .getByText(/ · \$\d+,000, \$\d+,000 under your \$54,000 max · Houses always included$/)
    .first()
    .waitFor();
  await price().fill('23000');
  await count('1 listing matched in the last 30 days');
  expect(await preview().getByRole('link').getAttribute('href')).toBe('https://l.example.com/3');
  await price().fill('130000');
  await page.getByLabel('Include Raw Land').check();
  await count('5 listings matched in the last 30 days');
  expect(await preview().getByRole('listitem').count()).toBe(3);
  expect(await ann.get('/api/user')).toMatchObject({ zipCode: null });
});

it('The preview says what to widen if nothing matched', async () => {
  await zip().fill('90001');
  await count('0 listings matched in the last 30 days');
  await preview().getByText('Try a wider radius, a higher max price, or more property types.').waitFor();
});

it('The preview keeps its size and the previous result until the next one is loaded', async () => {
  await zip().fill('48201');
  await count('3 listings matched in the last 30 days');
  const room = await preview().boundingBox();
  const answer = Promise.withResolvers<undefined>();
  await page.route('**/api/listings/preview?*', async (route) => {
    await answer.promise;
    await route.continue();
  });
  await Promise.all([page.waitForRequest('**/api/listings/preview?*'), price().fill('1')]);
  expect(await preview().getByRole('listitem').count()).toBe(3);
  answer.resolve(undefined);
  await count('0 listings matched in the last 30 days');
  expect(await preview().boundingBox()).toEqual(room);
});

it('The preview sends one request for continuous typing, and aborts a stale one', async () => {
  await zip().fill('48201');
  await count('3 listings matched in the last 30 days');
  const asked: string[] = [];
  await page.route('**/api/listings/preview?*', async (route) => {
    asked.push(new URL(route.request().url()).searchParams.get('maxPrice') ?? '');
    if (asked.length > 1) await route.continue();
  });
  await price().evaluate(typeAtOnce, ['2', '22', '220', '2200', '22000']);
  await expect.poll(() => asked).toEqual(['22000']);
  await Promise.all([
    page.waitForEvent('requestfailed', (request) => request.url().includes('/api/listings/preview')),
    price().fill('23000'),
  ]);
  await count('1 listing matched in the last 30 days');
  expect(asked).toEqual(['22000', '23000']);
});

it('The preview offers a retry if it fails', async () => {
  const mend = await failCalls(page, '/api/listings/preview?*', 503, 'The store is down');
  await zip().fill('48201');
  await preview().getByText('Couldn’t load the preview. 503: The store is down').waitFor();
  await mend();
  await preview().getByRole('button', { name: 'Try again' }).click();
  await count('3 listings matched in the last 30 days');
});
