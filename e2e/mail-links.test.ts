import { randomUUID } from 'node:crypto';
import { AxeBuilder } from '@axe-core/playwright';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { deriveKey } from '#server/platform/encryption/derive-key.ts';
import { createMailLinks } from '#server/modules/alerts/channels/email/signed-links.ts';
import { type TestServer, startTestServer } from '#server/testing/test-server.ts';
import { openBrowser } from './browser.ts';

const master = Buffer.alloc(32, 'master key').toString('base64');

let product: TestServer;
let browser: Browser;
beforeAll(async () => {
  [product, browser] = await Promise.all([startTestServer({ CREDENTIAL_KEY: master }), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await product.stop();
});

it('Links in a mail stop the mails and resume them, without signing in', async () => {
  const ann = product.newClient();
  const { id } = await ann.register(`${randomUUID()}@example.com`);
  const links = createMailLinks({ key: () => deriveKey(master, 'mail links'), url: () => product.url });
  const wantsMails = async () => (JSON.parse((await ann.get('/api/user')).text) as { alertMails: boolean }).alertMails;

  const context = await browser.newContext({ viewport: { width: 360, height: 640 } });
  const page = await context.newPage();
  await page.goto(links.urlFor('unsubscribe', id));
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  expect(await wantsMails()).toBe(true);
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await page.getByText('You’re unsubscribed.').waitFor();
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  expect(await wantsMails()).toBe(false);
  await page.getByRole('button', { name: 'Resubscribe' }).click();
  await page.getByText('You’re subscribed to listing emails again.').waitFor();
  expect(await wantsMails()).toBe(true);
  await context.close();
});

it('A link in a mail that switches to the daily digest leads to a page where one switches back', async () => {
  const ann = product.newClient();
  const { id } = await ann.register(`${randomUUID()}@example.com`);
  const links = createMailLinks({ key: () => deriveKey(master, 'mail links'), url: () => product.url });
  const readPreference = async () =>
    (JSON.parse((await ann.get('/api/user')).text) as { notificationPreference: string }).notificationPreference;
  const page = await browser.newPage({ viewport: { width: 360, height: 640 } });
  await page.goto(links.urlFor('daily', id));
  await page.getByRole('button', { name: 'Switch to daily' }).click();
  await page.getByText('Switched to a daily digest.').waitFor();
  expect(await readPreference()).toBe('daily');
  await page.getByRole('button', { name: 'Switch back' }).click();
  await page.getByText('Switched back.').waitFor();
  expect(await readPreference()).toBe('immediate');
  await page.close();
});

it.each(['light', 'dark'] as const)(
  'A link in a mail that is not valid leads to a page of the product, in %s',
  async (colorScheme) => {
    const context = await browser.newContext({ viewport: { width: 320, height: 640 }, colorScheme });
    const page = await context.newPage();
    await page.goto(`${product.url}/mail/unsubscribe/someone/forged`);
    await page.getByRole('heading', { name: 'Link not found' }).waitFor();
    await page.getByText('This link is invalid or incomplete.').waitFor();
    expect(await page.getByRole('link', { name: 'Open the dashboard' }).getAttribute('href')).toBe('/');
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    await context.close();
  },
);
