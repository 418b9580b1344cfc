import type { Page } from 'playwright-core';
import { beforeAll, expect, it, vi } from 'vitest';
import type { MemberListing } from '#domain/member-listing/contract.ts';
import { deliverWebhook, webhookSecret } from '#server/testing/deliver-webhook.ts';
import { collectPageErrors, expectAccessible, viewports } from './accessibility.ts';
import type { ApiUser } from './api-user.ts';
import { closeWindowsAfterEach, registerMember, setUpApp } from './test-app.ts';

const app = setUpApp({ MAPS_LINK_URL: 'https://maps.example.com/?q={query}' });
let ann: ApiUser;
let page: Page;

const houses = [
  { title: 'Inherited 3/1.5 brick house, 1962 brick ranch on 1/4 acre', livingArea: 1240, address: '1234 W Maple St' },
  { title: 'Inherited bungalow, needs a roof', latitude: 42.36, longitude: -83.37 },
  { title: 'Inherited cottage, must sell as-is' },
].map((house, n) => ({
  price: 45_000,
  zipCode: '48204',
  externalId: `f-${n}`,
  link: `https://l.example.com/${n}`,
  ...house,
}));
const line = '3 bd · 1.5 ba · 1,240 sq ft · 0.25 ac · 1962';

const list = () => ann.get<MemberListing[]>('/api/listings');
const mapsLink = () => page.getByRole('link', { name: 'Open in maps (opens in a new tab)' });
const openListing = async (word: string) => {
  const id = (await list()).find(({ title }) => title.includes(word))?.id ?? '';
  page = await app.open(ann, `/listings/${id}`);
  await page.getByText('Price history').waitFor();
};

beforeAll(async () => {
  ann = await registerMember(app, 'ann@example.com');
  await deliverWebhook(app.product.url, webhookSecret, 'figures', { source: 'figures', listings: houses });
  await vi.waitFor(async () => expect(await list()).toHaveLength(3), { timeout: 60_000 });
});
closeWindowsAfterEach(app);

const screens = viewports.flatMap(({ colorScheme, width }) =>
  ['/', '/listings'].map((path) => ({ path, colorScheme, width })),
);

it.each(screens)('A card of $path shows address and figures, and leads to maps, at $width px', async (screen) => {
  const { path, colorScheme, width } = screen;
  page = await app.open(ann, path, { colorScheme, viewport: { width, height: 900 } });
  const faults = collectPageErrors(page);
  const card = page.getByRole('article').filter({ hasText: 'brick' });
  await card.getByText('1234 W Maple St, Detroit, MI 48204 ·').waitFor();
  await card.getByText(line, { exact: true }).waitFor();
  expect(await mapsLink().count()).toBe(1);
  const target = await mapsLink().evaluate((link: HTMLAnchorElement) => [link.href, link.target, link.rel]);
  const address = 'https://maps.example.com/?q=1234%20W%20Maple%20St%2C%20Detroit%2C%20MI%2048204';
  expect(target).toEqual([address, '_blank', 'noreferrer']);
  await expectAccessible(page, faults);
});

it('The page of a listing quotes the words of its figures, and leads to maps once', async () => {
  await openListing('brick');
  await page.getByText(line, { exact: true }).waitFor();
  const quotes = await page.getByRole('list', { name: 'Quoted words' }).getByRole('listitem').allInnerTexts();
  const words = quotes.map((text) => text.replaceAll(/\s+/g, ' '));
  for (const quote of ['3 bd 3/1.5', '1,240 sq ft Living area: 1240', '0.25 ac 1/4 acre', '1962 1962 brick ranch'])
    expect(words).toContain(quote);
  expect(await mapsLink().count()).toBe(1);
});

it('Without an address the page of a listing leads to its exact point, and nowhere for an approximate one', async () => {
  await openListing('bungalow');
  expect(await mapsLink().getAttribute('href')).toBe('https://maps.example.com/?q=42.36%2C-83.37');
  await openListing('cottage');
  expect(await mapsLink().count()).toBe(0);
});
