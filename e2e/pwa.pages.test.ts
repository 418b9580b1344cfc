import type { BrowserContext, Page, Worker } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser, pageTimeoutMs } from './browser.ts';
import { type Product, removeFolder, startProduct, createTemporaryFolder } from './product.ts';
import { expectAccessible, collectPageErrors } from './accessibility.ts';

const root = { email: 'root@example.com', password: 'correct horse' };
const env = { ADMIN_EMAIL: root.email, ADMIN_PASSWORD: root.password };

type Icon = { src: string; sizes: string; type: string; purpose: string };

let dataDir: string;
let product: Product;
let browser: Awaited<ReturnType<typeof openBrowser>>;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  dataDir = await createTemporaryFolder();
  [product, browser] = await Promise.all([startProduct(dataDir, env), openBrowser()]);
});
afterEach(() => context.close());
afterAll(async () => {
  await browser.close();
  await product.stop();
  await removeFolder(dataDir);
});

async function openContext(): Promise<void> {
  context = await browser.newContext({ reducedMotion: 'reduce', viewport: { width: 1280, height: 800 } });
  context.setDefaultTimeout(pageTimeoutMs);
  page = await context.newPage();
}

/** Opens the sign-in page; resolves once the worker controls it. */
async function openAuth(): Promise<Worker> {
  await page.goto(`${product.url}/auth`);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller) return;
    await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve));
  });
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
  return worker;
}

/** The page without a connection opens by itself too, within 5 s. */
const stopTimers = () =>
  page.evaluate(() => {
    const latest = Number(setTimeout(() => undefined));
    for (let id = 1; id <= latest; id += 1) clearInterval(id);
  });

async function signIn(): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(root.email);
  await page.getByLabel('Password', { exact: true }).fill(root.password);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByRole('heading', { name: 'Welcome back!' }).waitFor();
}

describe('The product as an app', () => {
  it('The product as an app has a manifest that browsers accept, with icons of the declared sizes', async () => {
    await openContext();
    await page.goto(`${product.url}/auth`);
    const session = await context.newCDPSession(page);
    const { errors, url } = await session.send('Page.getAppManifest');
    expect([errors, url]).toEqual([[], `${product.url}/manifest.webmanifest`]);
    const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
    expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([]);

    const answer = await fetch(url);
    expect(answer.headers.get('content-type')).toContain('application/manifest+json');
    const manifest = (await answer.json()) as { icons: Icon[] }; // as browsers parse it above
    expect(manifest).toMatchObject({ name: 'Off-Market Scout', short_name: 'Scout', start_url: '/', scope: '/' });
    const names = manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`);
    expect(names.toSorted()).toEqual(['192x192 any', '192x192 maskable', '512x512 any', '512x512 maskable']);
    for (const { src, sizes } of [...manifest.icons, { src: '/icons/apple-touch-icon.png', sizes: '180x180' }]) {
      expect(await sizeOfPng(src), src).toBe(sizes);
    }
    expect(await page.locator('link[rel="apple-touch-icon"]').getAttribute('href')).toBe('/icons/apple-touch-icon.png');
  });

  it('The product as an app makes browsers revalidate its worker each time', async () => {
    const { headers } = await fetch(`${product.url}/service-worker.js`);
    expect([headers.get('content-type'), headers.get('cache-control')]).toEqual([
      'text/javascript; charset=utf-8',
      'no-cache',
    ]);
  });
});

async function sizeOfPng(path: string): Promise<string> {
  const answer = await fetch(product.url + path);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
  const header = Buffer.from(await answer.arrayBuffer());
  return `${header.readUInt32BE(16)}x${header.readUInt32BE(20)}`;
}

describe('The worker without the server', () => {
  it('The worker without the server shows the offline page, which retries and recovers; it has cached nothing of the product', async () => {
    await openContext();
    await openAuth();
    await signIn();
    const port = new URL(product.url).port;
    await product.kill();
    const faults = collectPageErrors(page);
    const answer = await page.goto(`${product.url}/profile`);
    await page.getByRole('heading', { name: 'You are offline' }).waitFor();
    expect(answer?.status()).toBe(503);
    expect(page.url()).toBe(`${product.url}/profile`);
    await expectAccessible(page, faults);
    await page.getByRole('link', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'You are offline' }).waitFor();
    expect(await page.evaluate(() => caches.keys())).toEqual([]);
    const refused = await page.evaluate(() => fetch('/api/user').then(String, () => 'refused'));
    expect(refused).toBe('refused');

    await stopTimers();
    product = await startProduct(dataDir, { ...env, PORT: port });
    await page.getByRole('link', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Profile Settings' }).waitFor();
  });

  it('The worker without the server opens the requested page automatically once the network is back', async () => {
    await openContext();
    await openAuth();
    await context.setOffline(true);
    await page.goto(`${product.url}/privacy-policy`);
    await page.getByRole('heading', { name: 'You are offline' }).waitFor();
    await context.setOffline(false);
    await page.getByRole('heading', { name: 'Privacy Policy' }).waitFor();
  });

  it('The worker without the server passes an error of the server through unchanged', async () => {
    await openContext();
    await openAuth();
    const answer = await page.goto(`${product.url}/api/nowhere`);
    expect([answer?.status(), await page.getByText('Unknown API path').count()]).toEqual([404, 1]);
  });
});

describe('A push message', () => {
  type Shown = { title: string; body: string; tag: string; icon: string; data: unknown };
  let worker: Worker;

  const shown = () => worker.evaluate(() => Reflect.get(self, 'shown') as Shown[]);

  /**
   * This Chromium cannot show notifications, so the worker records them; returns a function that delivers a push to it.
   */
  async function pusher(): Promise<(data: string) => Promise<void>> {
    await openContext();
    const session = await context.newCDPSession(page);
    const registered = new Promise<string>((resolve) => {
      session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const known = registrations.find(({ scopeURL }) => scopeURL === `${product.url}/`);
        if (known) resolve(known.registrationId);
      });
    });
    await session.send('ServiceWorker.enable');
    worker = await openAuth();
    await worker.evaluate(() => {
      const noted: unknown[] = [];
      Object.assign(self, { shown: noted });
      Object.assign(ServiceWorkerRegistration.prototype, {
        showNotification: (title: string, options: object) => Promise.resolve(noted.push({ title, ...options })),
      });
    });
    const registrationId = await registered;
    return async (data) => {
      await session.send('ServiceWorker.deliverPushMessage', { origin: product.url, registrationId, data });
    };
  }

  it('A push message is shown with its text, under the tag of its alert', async () => {
    const push = await pusher();
    const message = { tag: 'alert-1', title: 'New listing in your area', body: 'Inherited house, $45,000', url: '/' };
    await push(JSON.stringify(message));
    const { url, ...rest } = message;
    await expect.poll(shown).toEqual([{ ...rest, icon: '/icons/icon-192.png', data: { url } }]);
  });

  it('A push message is shown with a general text if it cannot be parsed', async () => {
    const push = await pusher();
    for (const data of ['{', 'null', '{"title":7}']) await push(data);
    const general = { title: 'News from Off-Market Scout', data: { url: '/' } };
    await expect.poll(shown).toMatchObject([general, general, general]);
  });

  /**
   * The effect of a click on a notification: only a user's click may open or focus a window, so the worker records that
   * too.
   */
  const clicked = (url: string) =>
    worker.evaluate(async (url) => {
      const noted: string[] = [];
      const note = (what: string) => {
        noted.push(what);
      };
      Object.assign((Reflect.get(self, 'WindowClient') as { prototype: object }).prototype, {
        focus: () => note('focus'),
      });
      Object.assign(Reflect.get(self, 'clients'), { openWindow: (to: URL) => note(`open ${to.href}`) });
      await new Promise((resolve) => {
        const notification = { data: { url }, close: () => note('close') };
        const waitUntil = (work: Promise<void>) => work.finally(() => resolve(null));
        self.dispatchEvent(Object.assign(new Event('notificationclick'), { notification, waitUntil }));
      });
      return noted;
    }, url);

  it('A push message opens or focuses a window of its page when clicked, and no other site', async () => {
    await pusher();
    expect(await clicked('/auth')).toEqual(['close', 'focus']);
    expect(await clicked('/')).toEqual(['close', `open ${product.url}/`]);
    expect(await clicked('https://elsewhere.example.com/')).toEqual(['close']);
  });

  it('A push message still arrives after the browser replaces its subscription', async () => {
    await pusher();
    const body = { endpoint: 'https://push.example.com/new', keys: {} };
    const sent = await worker.evaluate(async (body) => {
      const noted: unknown[] = [];
      Object.assign(self, {
        fetch: (path: string, { method, body }: RequestInit) => Promise.resolve(noted.push(method, path, body)),
      });
      await new Promise((resolve) => {
        const newSubscription = { toJSON: () => body };
        const waitUntil = (work: Promise<void>) => work.finally(() => resolve(null));
        const event = Object.assign(new Event('pushsubscriptionchange'), { newSubscription, waitUntil });
        self.dispatchEvent(Object.assign(event, { oldSubscription: null }));
      });
      return noted;
    }, body);
    expect(sent).toEqual(['POST', '/api/push/subscriptions', JSON.stringify(body)]);
  });
});
