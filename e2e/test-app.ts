import { randomUUID } from 'node:crypto';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterEach } from 'vitest';
import { openBrowser, pageTimeoutMs } from './browser.ts';
import { type ApiUser, createApiUser } from './api-user.ts';
import { type Product, removeFolder, startProduct, createTemporaryFolder } from './product.ts';
import type { UserView } from '#domain/user/contract.ts';
import { webhookSecret } from '#server/testing/deliver-webhook.ts';
import { setUpOnce } from '#server/lib/testing/set-up.ts';

const admin = { email: 'root@example.com', password: 'correct horse' };
const password = 'house hunter';

/** A running product with a full admin, and a browser to test it in. */
export type TestApp = {
  product: Product;
  browser: Browser;
  root: ApiUser;
  register: (email: string) => Promise<ApiUser>;
  /** A window of that admin, connected for live updates; each has its own context, so that windows share nothing. */
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

/** One app for all tests of a file; it can be used once they have begun. */
export function setUpApp(env: Record<string, string> = {}): TestApp {
  return setUpOnce(
    () => startTestApp(env),
    ({ close }) => close(),
  );
}

/** Closes the windows that a test has opened. */
export function closeWindowsAfterEach(app: Pick<TestApp, 'browser'>): void {
  afterEach(async () => {
    for (const context of app.browser.contexts()) await context.close();
  });
}

/** A new user with an address of their own. */
export function registerAnyone(app: TestApp): Promise<ApiUser> {
  return app.register(`ann-${randomUUID()}@example.com`);
}

/** Activates the membership of a user with these filters. */
export async function activateMember({ root }: Pick<TestApp, 'root'>, user: ApiUser, filters: object): Promise<void> {
  await user.send('PATCH', '/api/profile', filters);
  await root.send('PATCH', `/api/admin/users/${user.id}/membership`, { status: 'active' });
}

export async function registerMember(app: TestApp, email: string, filters: object = {}): Promise<ApiUser> {
  const member = await app.register(email);
  await activateMember(app, member, { zipCode: '48201', ...filters });
  return member;
}

async function openWindow(browser: Browser, url: string, who: ApiUser, options?: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  context.setDefaultTimeout(pageTimeoutMs);
  const [name = '', value = ''] = who.cookie().split('=');
  await context.addCookies([{ name, value, url: new URL(url).origin }]);
  const page = await context.newPage();
  // socket.io's response to a handshake: from here on the window receives live updates.
  const connected = waitForSocketMessage(page, (payload) => String(payload).startsWith('40'));
  await Promise.all([connected, page.goto(url)]);
  return page;
}

/**
 * Resolves when a message arrives over the next socket that this page opens. Await it together with what opens the
 * socket.
 */
export async function waitForSocketMessage(
  page: Page,
  isExpected: (payload: string | Buffer) => boolean,
): Promise<void> {
  const socket = await page.waitForEvent('websocket');
  await socket.waitForEvent('framereceived', ({ payload }) => isExpected(payload));
}

/** Makes requests for `path` fail like the server would, until the returned function is called. */
export async function failCalls(page: Page, path: string, status: number, text: string): Promise<() => Promise<void>> {
  let isFailing = true;
  await page.route(`**${path}`, (route) =>
    isFailing ? route.fulfill({ status, body: text, contentType: 'text/plain' }) : route.continue(),
  );
  // The route stays: a request that begins while interception ends may never be answered.
  return () => {
    isFailing = false;
    return Promise.resolve();
  };
}

/** Makes the page receive its own user with these fields, as the server would send it. */
export async function overrideUser(page: Page, url: string, changes: Partial<UserView>): Promise<void> {
  const path = '/api/user';
  // Fetched beforehand: a handler that fetched itself could be cut off by the end of its test.
  const user = (await (await page.request.get(url + path)).json()) as UserView;
  await page.route(`**${path}`, (route) => route.fulfill({ json: { ...user, ...changes } }));
}
