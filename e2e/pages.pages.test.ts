import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser, pageTimeoutMs } from './browser.ts';
import { createApiUser } from './api-user.ts';
import { overrideUser } from './test-app.ts';
import { type Product, removeFolder, startProduct, createTemporaryFolder } from './product.ts';
import { expectAccessible, expectFitsWindow, collectPageErrors, viewports } from './accessibility.ts';

const root = { email: 'root@example.com', password: 'correct horse' };
const ann = { email: 'ann@example.com', password: 'correct horse' };
let dataDir: string;
let product: Product;
let browser: Browser;

beforeAll(async () => {
  dataDir = await createTemporaryFolder();
  const env = { ADMIN_EMAIL: root.email, ADMIN_PASSWORD: root.password, RATE_VISIT: '100000/1m' };
  [product, browser] = await Promise.all([startProduct(dataDir, env), openBrowser()]);
  await createApiUser(() => product.url, '/api/register', ann.email, ann.password);
});

afterAll(async () => {
  await browser.close();
  await product.stop();
  await removeFolder(dataDir);
});

type Entry = typeof root;
type Look = { colorScheme: 'light' | 'dark'; width: number };

/** A window of its own, signed in as a user or signed out. */
async function openWindow(entry: Entry | null, { colorScheme, width }: Look = { colorScheme: 'light', width: 1440 }) {
  const context = await browser.newContext({ colorScheme, viewport: { width, height: 800 }, reducedMotion: 'reduce' });
  context.setDefaultTimeout(pageTimeoutMs);
  if (entry) await context.request.post(`${product.url}/api/login`, { data: entry });
  return context;
}

async function inWindow(entry: Entry | null, see: (page: Page, context: BrowserContext) => Promise<void>) {
  const context = await openWindow(entry);
  await see(await context.newPage(), context);
  await context.close();
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1, exact: true });
const pathOf = (page: Page) => new URL(page.url()).pathname;

describe('The access to pages', () => {
  it.each(['/', '/profile', '/admin', '/layout-diagram'])('Without a session, %s redirects to /auth', async (path) => {
    await inWindow(null, async (page) => {
      await page.goto(product.url + path);
      await page.getByRole('tab', { name: 'Login' }).waitFor();
      expect(pathOf(page)).toBe('/auth');
    });
  });

  it.each([
    ['/privacy-policy', 'Privacy Policy'],
    ['/service-agreement', 'Service Agreement'],
    ['/nowhere', '404 Page Not Found'],
    ['/privacy-policy/nowhere', '404 Page Not Found'],
  ])('Without a session, %s is open', async (path, name) => {
    await inWindow(null, async (page) => {
      await page.goto(product.url + path);
      await heading(page, name).waitFor();
      expect(pathOf(page)).toBe(path);
    });
  });

  it.each(['/auth', '/layout-diagram'])('For a user, %s redirects to the home page', async (path) => {
    await inWindow(ann, async (page) => {
      await page.goto(product.url + path);
      await heading(page, 'Welcome back!').waitFor();
      expect(pathOf(page)).toBe('/');
    });
  });

  it('For a helper admin, /layout-diagram redirects to the home page', async () => {
    await inWindow(ann, async (page) => {
      await overrideUser(page, product.url, { isHelperAdmin: true });
      await page.goto(`${product.url}/layout-diagram`);
      await heading(page, 'Welcome back!').waitFor();
      expect(pathOf(page)).toBe('/');
    });
  });

  it.each(['/admin/history', '/admin/history/as-of', '/admin/workflow-log'])(
    'For a user, %s says that access is denied',
    async (path) => {
      await inWindow(ann, async (page) => {
        await page.goto(product.url + path);
        await heading(page, 'Access Denied').waitFor();
        expect(pathOf(page)).toBe(path);
      });
    },
  );

  it('For a user, /admin says that access is denied, with a way back', async () => {
    await inWindow(ann, async (page) => {
      await page.goto(`${product.url}/admin`);
      await heading(page, 'Access Denied').waitFor();
      await page.getByRole('link', { name: 'Return Home' }).click();
      await heading(page, 'Welcome back!').waitFor();
    });
  });

  it('For a full admin, the layout diagram is open, and its auth section', async () => {
    await inWindow(root, async (page) => {
      await page.goto(`${product.url}/layout-diagram#auth-page`);
      await heading(page, 'Layout Diagram').waitFor();
      const blocks = await page.locator('#homepage').getByRole('listitem').allInnerTexts();
      expect(blocks.map((block) => block.split('\n').find((line) => !/^\d?$/.test(line)))).toEqual([
        'Announcements',
        'Membership',
        'Recent sent listings',
        'Filter Preferences',
        'Update Credentials',
      ]);
      await page.locator('#auth-page').getByText('Two columns').waitFor();
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
    });
  });

  it('A spinner is shown until the user is known', async () => {
    await inWindow(ann, async (page) => {
      const held = Promise.withResolvers<undefined>();
      await page.route('**/api/user', async (route) => {
        await held.promise;
        await route.continue();
      });
      await page.goto(product.url);
      await page.getByRole('status').filter({ hasText: 'Loading' }).waitFor();
      expect(await page.getByRole('heading').count()).toBe(0);
      held.resolve(undefined);
      await heading(page, 'Welcome back!').waitFor();
    });
  });
});

describe('The public pages', () => {
  it('The public pages include a privacy policy with its date and all required topics', async () => {
    await inWindow(null, async (page) => {
      await page.goto(`${product.url}/privacy-policy`);
      await page.getByText('Effective 3/20/2025').waitFor();
      const text = await page.getByRole('main').innerText();
      for (const part of [
        'collect',
        'How we use it',
        'Who sees it',
        'Your rights',
        'Limits of our liability',
        'Contact',
      ]) {
        expect(text).toContain(part);
      }
      await page.getByRole('link', { name: 'Back to Home' }).click();
      await page.getByRole('tab', { name: 'Login' }).waitFor();
    });
  });

  it('The public pages include a service agreement with each of its points', async () => {
    await inWindow(ann, async (page) => {
      await page.goto(`${product.url}/service-agreement`);
      await heading(page, 'Service Agreement').waitFor();
      const text = await page.getByRole('main').innerText();
      for (const point of [
        'renews automatically',
        'third-party provider',
        'No refunds',
        'not liable for their accuracy',
        'Your responsibilities',
        'Governing law',
      ]) {
        expect(text).toContain(point);
      }
      await page.getByRole('link', { name: 'Back to Home' }).click();
      await heading(page, 'Welcome back!').waitFor();
    });
  });

  it('The public pages include a 404 page that links to the home page', async () => {
    await inWindow(ann, async (page) => {
      await page.goto(`${product.url}/nowhere`);
      await heading(page, '404 Page Not Found').waitFor();
      await page.getByText('Did you forget to add the page to the router?', { exact: true }).waitFor();
      await page.getByRole('link', { name: 'Return Home' }).click();
      await heading(page, 'Welcome back!').waitFor();
    });
  });
});

it('Text at twice the size fits into a narrow window', async () => {
  const context = await openWindow(null, { colorScheme: 'light', width: 360 });
  const page = await context.newPage();
  for (const [path, there] of [
    ['/auth', 'Learn more'],
    ['/privacy-policy', 'Effective'],
  ] as const) {
    await page.goto(product.url + path);
    await page.getByText(there).waitFor();
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    await expectFitsWindow(page);
  }
  await context.close();
});

describe.each(viewports)('Accessible at $width px, $colorScheme:', (look) => {
  let context: BrowserContext;
  let page: Page;
  let faults: string[];

  beforeAll(async () => {
    context = await openWindow(null, look);
    page = await context.newPage();
    faults = collectPageErrors(page);
  });
  afterAll(() => context.close());

  it('The documents are accessible', async () => {
    for (const [path, name] of [
      ['/privacy-policy', 'Privacy Policy'],
      ['/service-agreement', 'Service Agreement'],
    ] as const) {
      await page.goto(product.url + path);
      await heading(page, name).waitFor();
      await expectAccessible(page, faults);
    }
  });

  it('The dialog for a forgotten password, and its error, are accessible', async () => {
    await page.route('**/api/forgot-password', (route) =>
      route.fulfill({ status: 503, body: `${'Verantwortungsbewusstseinsbildung'.repeat(3)} later` }),
    );
    await page.goto(`${product.url}/auth`);
    await page.getByLabel('Email', { exact: true }).fill('ann');
    await page.getByRole('button', { name: 'Forgot Password?' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Send Password' }).click();
    await dialog.getByText('Invalid email address').waitFor();
    await expectAccessible(page, faults);
    await dialog.getByLabel('Email').fill(ann.email);
    await dialog.getByRole('button', { name: 'Send Password' }).click();
    await page.getByText('Failed to Send Password').first().waitFor();
    await expectAccessible(page, faults);
  });

  it('The sign-in page is accessible after a session has ended', async () => {
    await context.request.post(`${product.url}/api/login`, { data: root });
    await page.goto(`${product.url}/layout-diagram`);
    await heading(page, 'Layout Diagram').waitFor();
    await expectAccessible(page, faults);
    await context.clearCookies();
    await page.reload();
    await page.getByText('Your session has ended.').waitFor();
    await expectAccessible(page, faults);
  });
});
