import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { UserView } from '#domain/user/contract.ts';
import { deliverWebhook, webhookSecret } from '#server/testing/deliver-webhook.ts';
import type { ApiUser } from './api-user.ts';
import { setUpApp, registerMember } from './test-app.ts';

const app = setUpApp();
let ann: ApiUser;
beforeAll(async () => {
  ann = await registerMember(app, 'ann@example.com', { zipCode: '48204' });
});

const find = (name: string) =>
  deliverWebhook(app.product.url, webhookSecret, name, {
    source: 'new',
    listings: [
      {
        externalId: name,
        title: `Inherited house at ${name.length}12 ${name} Street, sold as-is`,
        price: 45_000 + name.length,
        link: `https://l.example.com/${name}`,
        zipCode: '48204',
      },
    ],
  });
const row = (page: Page, name: string) => page.getByRole('article').filter({ hasText: name });

describe('A new alert', () => {
  it('A new alert is marked and counted in the title until it is seen', async () => {
    // The first listing is in view then.
    await ann.send('PATCH', '/api/first-minute', { isDismissed: true });
    const page = await app.open(ann, '/');
    await page.getByText('No listings yet.').waitFor();
    // In a tab in the background nothing is seen.
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    });
    await find('Elm');
    await row(page, 'Elm').getByText('New', { exact: true }).waitFor();
    await find('Birch');
    await row(page, 'Birch').getByText('New', { exact: true }).waitFor();
    await expect.poll(() => page.title()).toBe('(2) Off-Market Scout');
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'visible', configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await row(page, 'Birch').getByText('New', { exact: true }).waitFor({ state: 'detached' });
    await row(page, 'Elm').scrollIntoViewIfNeeded();
    await row(page, 'Elm').getByText('New', { exact: true }).waitFor({ state: 'detached' });
    await expect.poll(() => page.title()).toBe('Home · Off-Market Scout');
    await page.context().close();
  });

  it('A listing on the card says when it was sent, exactly and as people say it, and the card leads to all', async () => {
    const page = await app.open(ann, '/');
    const times = row(page, 'Elm').locator('time');
    expect(await times.first().innerText()).toMatch(/^(just now|\d+ (second|minute)s? ago)$/);
    const exact = await times.last().innerText();
    expect(exact).toMatch(/^\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d$/);
    expect(await times.first().getAttribute('title')).toBe(exact);
    await row(page, 'Elm').getByText('In your ZIP').waitFor();
    await page.getByRole('link', { name: /All listings$/ }).click();
    await page.getByText('2 listings', { exact: true }).waitFor();
    expect(await row(page, 'Elm').locator('time').innerText()).toMatch(/just now|ago$/);
    await page.context().close();
  });
});

describe('A price in the filters', () => {
  it('A price has separators while it is typed, with the caret in its place, and is saved as a number', async () => {
    const page = await app.open(ann, '/');
    const price = page.getByLabel('Max Price');
    const caret = () => price.evaluate((input) => (input as HTMLInputElement).selectionStart);
    await price.fill('');
    await price.pressSequentially('61000');
    expect(await price.inputValue()).toBe('61,000');
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.type('0');
    expect([await price.inputValue(), await caret()]).toEqual(['150,000', 2]);
    await price.fill('61000');
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Delete');
    expect([await price.inputValue(), await caret()]).toEqual(['6,000', 1]);
    await page.keyboard.type('7x');
    expect([await price.inputValue(), await caret()]).toEqual(['67,000', 2]);
    await page.getByRole('button', { name: 'Save Preferences' }).click();
    await expect.poll(async () => (await ann.get<UserView>('/api/user')).maxPrice).toBe(67_000);
    expect(await price.inputValue()).toBe('67,000');
    await page.context().close();
  });
});
