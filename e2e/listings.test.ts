import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { ApiUser } from './api-user.ts';
import { setUpApp, registerMember } from './test-app.ts';
import { deliverWebhook, webhookSecret } from '#server/testing/deliver-webhook.ts';

const app = setUpApp();
let ann: ApiUser;
let page: Page;

const card = (name: string) => page.getByRole('region', { name, exact: true });
const toast = (title: string) => page.getByRole('listitem').filter({ hasText: title });

let people = 0;
const newMember = () => registerMember(app, `ann-${(people += 1)}@example.com`);
const find = (name: string, more: Record<string, unknown> = {}) =>
  deliverWebhook(app.product.url, webhookSecret, name, {
    source: 'home',
    listings: [
      {
        title: `Inherited house ${name}, sold as-is`,
        price: 45_000,
        link: `https://l.example.com/${name}`,
        zipCode: '48204',
        ...more,
      },
    ],
  });

it('A listing appears live in all windows of its member, with all details', async () => {
  ann = await newMember();
  page = await app.open(ann, '/', { timezoneId: 'America/Detroit' });
  const other = await app.open(ann, '/');
  await card('Recent sent listings')
    .getByText('No listings yet. They appear here as soon as one matches.', { exact: true })
    .waitFor();
  await find('one', { details: 'Needs a roof. '.repeat(60), imageUrl: 'https://images.invalid/none.jpg' });
  const article = page.getByRole('article').filter({ hasText: 'Inherited house one, sold as-is' });
  await Promise.all([
    article.waitFor(),
    other.getByRole('article').filter({ hasText: 'Inherited house one, sold as-is' }).waitFor(),
    toast('New listing in your area').getByText('Inherited house one, sold as-is · $45,000').waitFor(),
  ]);
  const text = await article.innerText();
  expect(text).toMatch(/^\$45,000$/m);
  expect(text).toMatch(/Detroit, MI 48204 · [\d.]+ mi away \(approximate\)/);
  expect(text).toMatch(/\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d$/m);
  const [sent] = await ann.get<{ sentAt: string }[]>('/api/listings/recent');
  const hour = new Intl.DateTimeFormat('en-US', { timeZone: 'America/Detroit', hour: '2-digit', hourCycle: 'h23' });
  expect(text).toContain(` ${hour.format(new Date(sent?.sentAt ?? ''))}:`);
  const link = article.getByRole('link');
  expect(await link.getAttribute('href')).toBe('https://l.example.com/one');
  expect([await link.getAttribute('target'), await link.getAttribute('rel')]).toEqual([
    '_blank',
    'noopener noreferrer',
  ]);
  await article.getByRole('button', { name: 'Show more' }).click();
  await article.getByRole('button', { name: 'Show less' }).waitFor();
  await other.context().close();
  await page.context().close();
});

it('A listing says on demand why it was sent', async () => {
  ann = await newMember();
  await find('two');
  page = await app.open(ann, '/');
  const article = page.getByRole('article').filter({ hasText: 'Inherited house two' });
  const why = article.getByRole('button', { name: 'Why you got this' });
  expect(await why.getAttribute('aria-expanded')).toBe('false');
  await why.click();
  expect(await why.getAttribute('aria-expanded')).toBe('true');
  await article.getByText(/In your ZIP|mi from 48201/).waitFor();
  await why.click();
  expect(await article.getByText(/In your ZIP|mi from 48201/).count()).toBe(0);
  await page.context().close();
});

it('A listing shows a placeholder of the same size if its picture does not load', async () => {
  ann = await newMember();
  await find('three');
  page = await app.open(ann, '/');
  const answer = Promise.withResolvers<undefined>();
  const pictures = { small: '/api/pictures/none?size=small', large: '/api/pictures/none?size=large' };
  await page.getByRole('article').filter({ hasText: 'Inherited house three' }).waitFor();
  const rows = await ann.get<object[]>('/api/listings/recent');
  const json = rows.map((row) => ({ ...row, pictures }));
  await page.route('**/api/listings/recent', (route) => route.fulfill({ json }));
  await page.route('**/api/pictures/**', async (route) => {
    await answer.promise;
    await route.abort();
  });
  await page.reload();
  const article = page.getByRole('article').filter({ hasText: 'Inherited house three' });
  const picture = article.locator('img[src^="/api/pictures/"]');
  await picture.waitFor({ state: 'attached' });
  expect(await picture.getAttribute('loading')).toBe('lazy');
  expect(await picture.getAttribute('width')).toBe('320');
  const size = () => article.evaluate(({ clientWidth, clientHeight }) => [clientWidth, clientHeight]);
  const room = await size();
  answer.resolve(undefined);
  await article.locator('img[src="/art/house.svg"]').waitFor();
  expect(await size()).toEqual(room);
  await page.context().close();
});

it('The recent listings are at most fifteen, newest first', async () => {
  ann = await newMember();
  page = await app.open(ann, '/');
  const listings = Array.from({ length: 17 }, (_, index) => ({
    title: `House ${index}, sold as-is by the heirs of street ${'abcdefghijklmnopqrs'.charAt(index).repeat(9)}`,
    price: 10_000 + 1_500 * index,
    link: `https://l.example.com/many/${index}`,
    zipCode: '48204',
  }));
  for (const [index, listing] of listings.entries()) {
    await deliverWebhook(app.product.url, webhookSecret, `many-${index}`, { source: 'many', listings: [listing] });
    await page.getByRole('heading', { name: new RegExp(`^House ${index},`) }).waitFor();
  }
  const titles = await page.getByRole('article').getByRole('heading').allInnerTexts();
  expect(titles).toHaveLength(15);
  expect(titles[0]).toContain('House 16,');
  expect(titles[14]).toContain('House 2,');
  await page.context().close();
});

it('A listing saved by an admin appears at once', async () => {
  ann = await newMember();
  page = await app.open(ann, '/');
  const saved = { title: 'Saved for you', price: '$9k', details: '', link: '', imageUrl: '' };
  await app.root.send('PATCH', `/api/admin/users/${ann.id}/listings`, { recentListings: [saved] });
  const article = page.getByRole('article').filter({ hasText: 'Saved for you' });
  await article.getByRole('button', { name: 'Why you got this' }).click();
  await article.getByText('Hand-picked for you by our team.').waitFor();
  await page.context().close();
});
