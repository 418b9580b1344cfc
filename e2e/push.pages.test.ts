import type { BrowserContext, Page, Request } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pushEndpoints } from '#domain/alert/push.contract.ts';
import { createPushBrowser } from '#server/modules/alerts/channels/push/testing/push-browser.ts';
import { openBrowser, pageTimeoutMs } from './browser.ts';
import { installFakePush, type PushPermission } from './fake-push.ts';
import { type Product, removeFolder, startProduct, createTemporaryFolder } from './product.ts';

const subscriptionsPath = pushEndpoints.addPushSubscription.path;

const root = { email: 'root@example.com', password: 'correct horse' };
const { subscription } = createPushBrowser('e2e');

let dataDir: string;
let product: Product;
let browser: Awaited<ReturnType<typeof openBrowser>>;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  dataDir = await createTemporaryFolder();
  const env = { ADMIN_EMAIL: root.email, ADMIN_PASSWORD: root.password };
  [product, browser] = await Promise.all([startProduct(dataDir, env), openBrowser()]);
});
beforeEach(async () => {
  context = await browser.newContext({ reducedMotion: 'reduce', viewport: { width: 1280, height: 1600 } });
  context.setDefaultTimeout(pageTimeoutMs);
  page = await context.newPage();
});
afterEach(() => context.close());
afterAll(async () => {
  await browser.close();
  await product.stop();
  await removeFolder(dataDir);
});

const control = () => page.getByRole('region', { name: 'Notifications on this device' });
const button = (name: string) => control().getByRole('button', { name });
const toast = (text: string) => page.getByRole('listitem').filter({ hasText: text });
const isSubscribed = () => page.evaluate(() => localStorage.getItem('subscribed-with') !== null);
const handedIn = () => page.waitForRequest((request) => isTo(request, 'POST'));
const isTo = (request: Request, method: string) =>
  request.url() === product.url + subscriptionsPath && request.method() === method;

async function signIn(): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(root.email);
  await page.getByLabel('Password', { exact: true }).fill(root.password);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByRole('heading', { name: 'Welcome back!' }).waitFor();
}

/** Opens the dashboard in a browser where the user gives this answer to the permission prompt. */
async function openHome(answer: PushPermission): Promise<void> {
  await page.addInitScript(installFakePush, { subscription, answer });
  await page.goto(`${product.url}/auth`);
  await signIn();
}

async function choose(notificationPreference: 'immediate' | 'daily'): Promise<void> {
  await page.getByLabel('ZIP Code').fill('48201');
  await page.getByLabel('Notification Preference').selectOption(notificationPreference);
  await page.getByRole('button', { name: 'Save Preferences' }).click();
}

describe('Push notifications', () => {
  it('Push notifications are turned on and off, and the server is notified', async () => {
    await openHome('granted');
    await control().getByText('Get alerts on this device').waitFor();
    const [posted] = await Promise.all([handedIn(), button('Turn on').click()]);
    expect(posted.postDataJSON()).toMatchObject(subscription);
    expect((await posted.response())?.status()).toBe(201);
    await control().getByText('On: you get alerts here').waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Turn off');

    const [deleted] = await Promise.all([
      page.waitForRequest((request) => isTo(request, 'DELETE')),
      button('Turn off').click(),
    ]);
    expect(deleted.postDataJSON()).toEqual({ endpoint: subscription.endpoint });
    expect((await deleted.response())?.status()).toBe(204);
    await button('Turn on').waitFor();
    expect(await isSubscribed()).toBe(false);
  });

  it('Push notifications are said to be unavailable with one digest a day', async () => {
    await openHome('granted');
    await button('Turn on').click();
    await button('Turn off').waitFor();
    const none = control().getByText('Not available with the daily digest.');
    expect(await none.count()).toBe(0);
    await choose('daily');
    await none.waitFor();
    await choose('immediate');
    await none.waitFor({ state: 'detached' });
  });

  it('Push notifications are registered again after every sign-in, and end with signing out', async () => {
    await openHome('granted');
    await button('Turn on').click();
    await button('Turn off').waitFor();
    // A page that learns that its session has ended unsubscribes.
    await page.goto('about:blank');
    await context.clearCookies();
    await page.goto(`${product.url}/auth`);
    const [posted] = await Promise.all([handedIn(), signIn()]);
    expect((await posted.response())?.status()).toBe(201);
    await button('Turn off').waitFor();

    await page.getByRole('button', { name: 'Logout' }).click();
    await page.getByRole('tab', { name: 'Login' }).waitFor();
    await expect.poll(isSubscribed).toBe(false);
    await signIn();
    await button('Turn on').waitFor();
  });

  it("Push notifications are subscribed again if the server's keys have changed", async () => {
    await openHome('granted');
    await button('Turn on').click();
    await button('Turn off').waitFor();
    const own = await page.evaluate(() => localStorage.getItem('subscribed-with'));
    await page.evaluate(() => localStorage.setItem('subscribed-with', 'AAAA'));
    await Promise.all([handedIn(), page.reload()]);
    expect(await page.evaluate(() => localStorage.getItem('subscribed-with'))).toBe(own);
  });

  it('Push notifications stay off if the server refuses, with a toast that says why', async () => {
    await openHome('granted');
    await page.route(`**${subscriptionsPath}`, async (route) => {
      // The state is read while the browser is subscribed already.
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
      await control().getByText('On: you get alerts here').waitFor();
      await route.fulfill({ status: 503, body: 'The store is down', contentType: 'text/plain' });
    });
    await button('Turn on').click();
    await toast('Notifications could not be turned on').filter({ hasText: '503: The store is down' }).waitFor();
    await button('Turn on').waitFor();
    expect(await isSubscribed()).toBe(false);
  });

  it('Push notifications stay on if the server cannot remove the subscription, with a toast that says why', async () => {
    await openHome('granted');
    await button('Turn on').click();
    await button('Turn off').waitFor();
    await page.route(`**${subscriptionsPath}`, (route) =>
      route.fulfill({ status: 500, body: 'Something went wrong', contentType: 'text/plain' }),
    );
    await button('Turn off').click();
    await toast('Notifications could not be turned off').filter({ hasText: '500: Something went wrong' }).waitFor();
    await button('Turn off').waitFor();
    expect(await isSubscribed()).toBe(true);
  });

  it('Push notifications show instructions if the user has blocked them', async () => {
    await openHome('denied');
    await button('Turn on').click();
    await control().getByText('Blocked by your browser. Allow notifications for this site in its settings').waitFor();
    expect(await button('Turn').count()).toBe(0);
    await page.reload();
    await control().getByText('Blocked by your browser.').waitFor();
  });

  it('Push notifications can be turned on later by a user who dismissed the prompt', async () => {
    await openHome('default');
    await button('Turn on').click();
    await expect.poll(() => button('Turn on').isEnabled()).toBe(true);
    expect(await isSubscribed()).toBe(false);
  });

  it('Push notifications are not offered if the browser does not support them', async () => {
    await page.addInitScript(() => Reflect.deleteProperty(window, 'PushManager'));
    await page.goto(`${product.url}/auth`);
    await signIn();
    await control().getByText('This browser doesn’t support them here.').waitFor();
    expect(await button('Turn').count()).toBe(0);
  });
});
