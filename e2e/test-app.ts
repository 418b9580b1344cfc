import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { openBrowser, pageTimeoutMs } from './browser.ts';
import { type ApiUser, createApiUser } from './api-user.ts';
import { type Product, removeFolder, startProduct, createTemporaryFolder } from './product.ts';
import type { UserView } from '#domain/user/contract.ts';
import { webhookSecret } from '#server/testing/deliver-webhook.ts';

const admin = { email: 'root@example.com', password: 'correct horse' };
const password = 'house hunter';

/** A product with a full admin, and a browser to look at it. */
export type TestApp = {
  product: Product;
  browser: Browser;
  root: ApiUser;
  register: (email: string) => Promise<ApiUser>;
  /** A window of that person, connected for live updates; one context each, so that windows share nothing. */
  open: (who: ApiUser, path: string, options?: BrowserContextOptions) => Promise<Page>;
  close: () => Promise<void>;
};

export async function startTestApp(env: Record<string, string> = {}): Promise<TestApp> {
  const dataDir = await createTemporaryFolder();
  const settings = { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password, INTAKE_SECRET: webhookSecret, ...env };
  const [product, browser] = await Promise.all([startProduct(dataDir, settings), openBrowser()]);
  const url = () => product.url;
  return {
    product,
    browser,
    root: await createApiUser(url, '/api/login', admin.email, admin.password),
    register: (email) => createApiUser(url, '/api/register', email, password),
    open: (who, path, options) => openWindow(browser, `${product.url}${path}`, who, options),
    close: async () => {
      await browser.close();
      await product.stop();
      await removeFolder(dataDir);
    },
  };
}

async function openWindow(browser: Browser, url: string, who: ApiUser, options?: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  context.setDefaultTimeout(pageTimeoutMs);
  const [name = '', value = ''] = who.cookie().split('=');
  await context.addCookies([{ name, value, url: new URL(url).origin }]);
  const page = await context.newPage();
  // socket.io's answer to a handshake: from here on the window hears what happens.
  const connected = waitForSocketMessage(page, (payload) => String(payload).startsWith('40'));
  await Promise.all([connected, page.goto(url)]);
  return page;
}

/** Resolves when something comes over the next socket that this page opens. To be waited for along with what opens it. */
export async function waitForSocketMessage(
  page: Page,
  isExpected: (payload: string | Buffer) => boolean,
): Promise<void> {
  const socket = await page.waitForEvent('websocket');
  await socket.waitForEvent('framereceived', ({ payload }) => isExpected(payload));
}

/** Has the next calls of `path` fail, as the server would, until the function given back is called. */
export async function failCalls(page: Page, path: string, status: number, text: string): Promise<() => Promise<void>> {
  await page.route(`**${path}`, (route) => route.fulfill({ status, body: text, contentType: 'text/plain' }));
  return () => page.unroute(`**${path}`);
}

/** Has the page see its own user with these fields, as the server would send it. */
export async function overrideUser(page: Page, url: string, changes: Partial<UserView>): Promise<void> {
  const path = '/api/user';
  // Asked for beforehand: a handler that fetched for itself could be cut off by the end of its test.
  const user = (await (await page.request.get(url + path)).json()) as UserView;
  await page.route(`**${path}`, (route) => route.fulfill({ json: { ...user, ...changes } }));
}
