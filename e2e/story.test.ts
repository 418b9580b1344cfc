import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestEngines, startTestEngines, isServerMissing } from '#server/testing/engines.ts';
import { openBrowser, pageTimeoutMs } from './browser.ts';
import { type Product, removeFolder, startProduct, createTemporaryFolder } from './product.ts';
import { deliverWebhook, webhookSecret } from '#server/testing/deliver-webhook.ts';

const admin = { email: 'root@example.com', password: 'correct horse' };
const site: Record<string, string> = {
  ADMIN_EMAIL: admin.email,
  ADMIN_PASSWORD: admin.password,
  INTAKE_SECRET: webhookSecret,
};

const house = {
  externalId: 'house-1',
  title: 'Inherited 3 bedroom house, must sell as-is',
  price: '$45k obo',
  details: 'Heirs want it gone. Needs a roof, cash only.',
  link: 'https://listings.example.com/house-1',
  zipCode: '48204',
};

// The whole story in each setup: all in one folder, and on both engines if there is a MongoDB to test against.
const shapes = isServerMissing ? ['its own files'] : ['its own files', 'both engines'];

describe.each(shapes)('The whole story on %s: the product', (shape) => {
  let engines: TestEngines | null = null;
  let env = site;
  let dataDir: string;
  let product: Product;
  let browser: Browser;
  const contexts: BrowserContext[] = [];

  const open = async (): Promise<Page> => {
    const context = await browser.newContext({ reducedMotion: 'reduce' });
    context.setDefaultTimeout(pageTimeoutMs);
    contexts.push(context);
    const page = await context.newPage();
    await page.goto(product.url);
    return page;
  };

  const signUp = async (email: string, zip: string): Promise<Page> => {
    const page = await open();
    await page.getByRole('tab', { name: 'Register' }).click();
    await page.getByLabel('Email', { exact: true }).fill(email);
    await page.getByLabel('Password', { exact: true }).fill('house hunter');
    await page.getByRole('button', { name: 'Register' }).click();
    await page.getByText('Welcome back!').waitFor();
    await page.getByLabel('ZIP Code').fill(zip);
    await page.getByRole('button', { name: /Save/ }).first().click();
    await page.getByText('Your filter preferences have been saved.').first().waitFor();
    return page;
  };

  beforeAll(async () => {
    dataDir = await createTemporaryFolder();
    engines = shape === 'both engines' ? await startTestEngines() : null;
    env = { ...site, ...engines?.env };
    [product, browser] = await Promise.all([startProduct(dataDir, env), openBrowser()]);
  });

  afterAll(async () => {
    await browser.close();
    await product.stop();
    await engines?.stop();
    await removeFolder(dataDir);
  });

  const emails = { near: '', far: '', idle: '' };
  let near: Page;
  let far: Page;
  let idle: Page;
  let root: Page;

  it('The product lets people register and set their area', async ({ task }) => {
    // Users who registered in an earlier attempt exist already.
    const tries = task.result?.retryCount ?? 0;
    for (const who of ['near', 'far', 'idle'] as const) emails[who] = `${who}-${tries}@example.com`;
    near = await signUp(emails.near, '48201');
    far = await signUp(emails.far, '90001');
    idle = await signUp(emails.idle, '48201');
    await near.getByText('Unconfirmed. Please activate your membership').waitFor();
  });

  it('The product keeps the session over a reload', async () => {
    await near.reload();
    await near.getByText(emails.near).first().waitFor();
    expect(await near.getByLabel('ZIP Code').inputValue()).toBe('48201');
  });

  it("The product activates the member's page when the admin clicks the status", async () => {
    root = await open();
    await root.getByLabel('Email', { exact: true }).fill(admin.email);
    await root.getByLabel('Password', { exact: true }).fill(admin.password);
    await root.getByRole('button', { name: 'Login' }).click();
    await root.getByRole('link', { name: 'Admin Dashboard' }).click();
    for (const [email, page] of [
      [emails.near, near],
      [emails.far, far],
    ] as const) {
      const row = root.getByRole('row').filter({ hasText: email });
      await Promise.all([
        page.getByText('Active', { exact: true }).waitFor(),
        root.getByText('Membership status updated successfully').first().waitFor(),
        row.getByRole('button', { name: /unconfirmed/i }).click(),
      ]);
    }
  });

  it('The product shows a matching listing to the member at once, and to no other user', async () => {
    const [answer] = await Promise.all([
      deliverWebhook(product.url, webhookSecret, 'delivery-1', { source: 'county-list', listings: [house] }),
      near.getByText('New listing in your area').first().waitFor(),
    ]);
    expect(answer.status).toBe(202);
    expect(JSON.parse(answer.text)).toEqual({ accepted: 1, duplicates: 0, review: [], rejected: [] });

    const card = near.getByRole('article').filter({ hasText: house.title });
    await card.waitFor();
    expect(await card.getByRole('link').first().getAttribute('href')).toBe(house.link);
    expect(await card.innerText()).toContain('$45,000');
    for (const page of [far, idle]) expect(await page.getByText(house.title).count()).toBe(0);
  });

  it('The product shows the same listing once, however often it is delivered', async () => {
    const again = await deliverWebhook(product.url, webhookSecret, 'delivery-2', {
      source: 'county-list',
      listings: [house],
    });
    expect(JSON.parse(again.text)).toEqual({ accepted: 0, duplicates: 1, review: [], rejected: [] });
    await near.reload();
    await near.getByRole('article').first().waitFor();
    expect(await near.getByRole('article').filter({ hasText: house.title }).count()).toBe(1);
  });

  it('The product shows the whole story in the workflow log, newest first', async () => {
    const log = root.getByRole('region', { name: 'Workflow Log' });
    await log.getByText(`Alert sent to ${emails.near}`).waitFor();
    const lines = await log.getByRole('listitem').allInnerTexts();
    expect(lines.length).toBeLessThanOrEqual(15);
    const at = (pattern: RegExp) => lines.findIndex((line) => pattern.test(line));
    const order = [
      /Alert sent/,
      /Inherited 3 bedroom/,
      new RegExp(`${emails.far}.*active|active.*${emails.far}`, 'i'),
      new RegExp(emails.near),
    ];
    expect(order.every((pattern) => at(pattern) >= 0)).toBe(true);
    expect(at(/Alert sent/)).toBeLessThan(at(/New listing/));
  });

  it('The product keeps sessions, views and alerts over a kill -9 and a restart', async () => {
    const { port } = new URL(product.url);
    await product.kill();
    await near
      .getByText(/reconnect|connection/i)
      .first()
      .waitFor();
    product = await startProduct(dataDir, { ...env, PORT: port });
    await near.reload();
    await near.getByText('Active', { exact: true }).waitFor();
    await near.getByRole('article').first().waitFor();
    expect(await near.getByRole('article').filter({ hasText: house.title }).count()).toBe(1);
  });

  it('The product signs out', async () => {
    await near.getByRole('button', { name: 'Logout' }).click();
    await near.getByRole('tab', { name: 'Login' }).waitFor();
    await near.goto(product.url);
    await near.waitForURL('**/auth');
  });
});
