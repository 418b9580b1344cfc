import type { Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { MemberListing } from '#domain/member-listing/contract.ts';
import { deliverWebhook, webhookSecret } from '#server/testing/deliver-webhook.ts';
import { collectPageErrors, expectAccessible } from './accessibility.ts';
import type { ApiUser } from './api-user.ts';
import { setUpApp, registerMember } from './test-app.ts';
import { focus } from './browser.ts';

const tileHost = 'https://tile.example.com';
const app = setUpApp({
  MAP_TILES_URL: `${tileHost}/{z}/{x}/{y}.png`,
  MAP_ATTRIBUTION: '© <a href="https://osm.example.org/copyright">The mappers</a>',
});
let ann: ApiUser;
let page: Page;
let faults: string[];

const items = [
  { title: 'Inherited house at 12 Elm Street, sold as-is', price: 45_000, zipCode: '48103' },
  {
    title: 'Inherited bungalow at 88 Pine Road, needs a roof',
    price: 31_000,
    zipCode: '48150',
    latitude: 42.36,
    longitude: -83.37,
  },
].map((item, index) => ({ ...item, externalId: `m-${index}`, link: `https://l.example.com/${index}` }));

const phone = { width: 390, height: 844 };
const map = (name: RegExp) => page.getByRole('img', { name });
const pins = () => page.locator('.map-pin > span');
const pin = (label: string) => pins().filter({ hasText: label });
const activePin = () => page.locator('.map-pin.is-active');
const row = (name: string) => page.getByRole('article').filter({ hasText: name });
const showMap = () =>
  page.getByRole('group', { name: 'Show listings as' }).getByRole('button', { name: 'Map' }).click();
const widthOf = async (selector: string) => (await page.locator(selector).boundingBox())?.width ?? 0;
const collectMapFiles = () => {
  const files: string[] = [];
  page.on('request', (request) => {
    if (/start-map|10m/.test(request.url())) files.push(request.url());
  });
  return files;
};
const open = async (path: string, options = {}) => {
  page = await app.open(ann, path, options);
  faults = collectPageErrors(page);
};

beforeAll(async () => {
  ann = await registerMember(app, 'ann@example.com');
  await deliverWebhook(app.product.url, webhookSecret, 'map', { source: 'map', listings: items });
  const list = () => ann.get<MemberListing[]>('/api/listings');
  await vi.waitFor(async () => expect(await list()).toHaveLength(2), { timeout: 60_000 });
});
afterEach(() => page.context().close());

describe('the map of listings', () => {
  it('The home page of a narrow window loads no map until it is asked for, and then shows the listings on it', async () => {
    await open('/', { viewport: { width: 1000, height: 900 } });
    const files = collectMapFiles();
    await page.reload();
    await row('Elm').waitFor();
    await page.waitForLoadState('networkidle');
    expect(files).toEqual([]);
    await showMap();
    await map(/^Map of 2 listings and the circle around ZIP 48201/).waitFor();
    await pin('$45k').waitFor();
    await pin('$31k').waitFor();
    await row('Elm').getByText('Ann Arbor, MI 48103').waitFor();
    expect(faults).toEqual([]);
  });

  it('A row and its pin stand out together, and a pin leads to its row', async () => {
    await open('/listings?view=map');
    await row('Pine').hover();
    await expect.poll(() => activePin().innerText()).toBe('$31k');
    await pin('$45k').hover();
    await expect.poll(() => row('Elm').getAttribute('class')).toContain('border-primary');
    await pin('$45k').click();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('Elm Street');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: /Elm Street/ }).waitFor();
  });

  it('The address of the listings keeps the map and the filters', async () => {
    await open('/listings');
    await showMap();
    await pin('$31k').waitFor();
    expect(page.url()).toContain('view=map');
    await page.getByLabel('Search').fill('pine');
    await pin('$45k').waitFor({ state: 'detached' });
    expect(page.url()).toMatch(/view=map/);
    await page.reload();
    await pin('$31k').waitFor();
    await page.getByRole('group', { name: 'Show listings as' }).getByRole('button', { name: 'List' }).click();
    await expect.poll(() => page.url()).not.toContain('view=map');
  });

  it('Tiles of the configured server are shown with its name, and pictures of no other host are asked for', async () => {
    const tiles: string[] = [];
    await open('/');
    await page.route(`${tileHost}/**`, (route) => {
      tiles.push(route.request().headers()['referer'] ?? '');
      return route.fulfill({ path: 'web/public/icons/icon-192.png' });
    });
    await showMap();
    await expect.poll(() => page.locator('.leaflet-tile-loaded').count()).toBeGreaterThan(0);
    expect(new Set(tiles)).toEqual(new Set([`${app.product.url}/`]));
    const source = page.getByRole('link', { name: 'The mappers' }).first();
    expect(await source.getAttribute('href')).toBe('https://osm.example.org/copyright');
    expect(faults).toEqual([]);
  });

  it('One finger scrolls the page over a map, and buttons zoom it', async () => {
    await open('/listings?view=map', { hasTouch: true, viewport: { width: 390, height: 800 } });
    await pins().first().waitFor();
    const touchAction = () => page.locator('.leaflet-container').evaluate((one) => getComputedStyle(one).touchAction);
    expect(await touchAction()).toBe('pan-x pan-y');
    const before = await widthOf('.map-area');
    await page.getByRole('button', { name: 'Zoom out' }).click();
    await expect.poll(() => widthOf('.map-area')).toBeLessThan(before);
    await page.getByRole('button', { name: 'Show all of the map' }).click();
    await expect.poll(() => widthOf('.map-area')).toBe(before);
  });

  it.each([
    { width: 320, colorScheme: 'light' },
    { width: 1440, colorScheme: 'dark' },
  ] as const)('The map of listings is accessible at $width px, $colorScheme', async ({ width, colorScheme }) => {
    await open('/listings?view=map', { viewport: { width, height: 900 }, colorScheme });
    await pins().first().waitFor();
    await expectAccessible(page, faults);
  });
});

describe('the map beside the listings', () => {
  it('A wide window shows the listings on a map beside them, and a row and its pin stand out together', async () => {
    await open('/listings', { viewport: { width: 1440, height: 900 } });
    await map(/^Map of 2 listings and the circle around ZIP 48201/).waitFor();
    await row('Pine').hover();
    await expect.poll(() => activePin().innerText()).toBe('$31k');
    await pin('$45k').click();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('Elm Street');
    await expectAccessible(page, faults);
  });

  it('A phone loads no map with the list', async () => {
    await open('/listings', { viewport: phone });
    const files = collectMapFiles();
    await page.reload();
    await page.getByText('2 listings', { exact: true }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(files).toEqual([]);
  });
});

describe('the map of the filters', () => {
  const filterMap = /^Map of \d+ miles around ZIP/;

  it('The circle follows the radius and the ZIP as they are edited, and the matches are pins', async () => {
    await open('/');
    await page.getByLabel('Mileage Radius').selectOption('75 miles');
    await map(/^Map of 75 miles around ZIP 48201, with 2 matches/).waitFor();
    await map(filterMap).scrollIntoViewIfNeeded();
    await page.locator('.map-area').waitFor();
    await page.getByLabel('Max Price').fill('32000');
    await map(/with 1 match\./).waitFor();
    await pin('$31k').waitFor();
    await page.getByLabel('ZIP Code').fill('90001');
    await map(/^Map of 75 miles around ZIP 90001, with 0 matches/).waitFor();
    await expect.poll(() => pins().count()).toBe(0);
    expect(faults).toEqual([]);
  });

  it('The map of the filters opens by itself in a wide window, after the listings, and moves nothing', async () => {
    await open('/', { viewport: { width: 1440, height: 2400 } });
    const end = () => page.getByRole('button', { name: 'Save Preferences' }).boundingBox();
    const files = collectMapFiles();
    const held = Promise.withResolvers<undefined>();
    await page.route(/start-map/, async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.reload();
    await row('Elm').waitFor();
    await expect.poll(() => files.length).toBeGreaterThan(0);
    const before = await end();
    held.resolve(undefined);
    await map(filterMap).waitFor();
    await page.locator('.map-area').waitFor();
    expect(await end()).toEqual(before);
    expect(await page.getByRole('button', { name: 'Show on a map' }).count()).toBe(0);
  });

  it('The map of the filters takes its room before it is loaded, and opens by keyboard on a phone', async () => {
    await open('/', { viewport: phone });
    await page.getByRole('button', { name: 'Edit filters' }).click();
    const button = page.getByRole('button', { name: 'Show on a map' });
    const channels = page.getByRole('region', { name: 'Preview' });
    await focus(button);
    const before = await channels.evaluate((one) => one.getBoundingClientRect().top);
    await page.keyboard.press('Enter');
    await map(filterMap).waitFor();
    await page.getByRole('button', { name: 'Zoom in' }).waitFor();
    expect(await channels.evaluate((one) => one.getBoundingClientRect().top)).toBe(before);
    await expectAccessible(page, faults);
  });
});

describe('the place of a listing', () => {
  it('A listing with exact coordinates is a pin on its map', async () => {
    await open('/listings');
    await page.getByRole('link', { name: /Pine Road/ }).click();
    await pin('$31,000').waitFor();
    expect(await page.locator('.map-spot').count()).toBe(0);
  });

  it('A listing known by its ZIP is a soft circle, and the page says so', async () => {
    await open('/listings');
    await page.getByRole('link', { name: /Elm Street/ }).click();
    await page.locator('.map-spot').waitFor();
    await page.getByText('Approximate: the circle is around the center of ZIP 48103.').waitFor();
    expect(await pins().count()).toBe(0);
    await expectAccessible(page, faults);
  });
});
