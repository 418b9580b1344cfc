import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { openBrowser, pageTimeoutMs } from './browser.ts';
import { type Product, removeFolder, startProduct, createTemporaryFolder } from './product.ts';

type TestWindow = {
  readonly url: string;
  readonly dataDir: string;
  readonly context: BrowserContext;
  readonly page: Page;
};

/** One product and one browser for all tests of a file, and a new window for each test. */
export function setUpWindow(env: Record<string, string>, height = 900): TestWindow {
  let dataDir: string;
  let product: Product;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  beforeAll(async () => {
    dataDir = await createTemporaryFolder();
    [product, browser] = await Promise.all([startProduct(dataDir, env), openBrowser()]);
  });
  beforeEach(async () => {
    context = await browser.newContext({ reducedMotion: 'reduce', viewport: { width: 1440, height } });
    context.setDefaultTimeout(pageTimeoutMs);
    page = await context.newPage();
  });
  afterEach(() => context.close());
  afterAll(async () => {
    await browser.close();
    await product.stop();
    await removeFolder(dataDir);
  });
  return {
    get url() {
      return product.url;
    },
    get dataDir() {
      return dataDir;
    },
    get context() {
      return context;
    },
    get page() {
      return page;
    },
  };
}
