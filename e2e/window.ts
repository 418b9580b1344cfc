import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { openBrowser, patience } from './browser.ts';
import { type Product, removeFolder, startProduct, temporaryFolder } from './product.ts';

type Given = { readonly url: string; readonly dataDir: string; readonly context: BrowserContext; readonly page: Page };

/** One product and one browser for all tests of a file, and a window of its own for each. */
export function givenWindow(env: Record<string, string>, height = 900): Given {
  let dataDir: string;
  let product: Product;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  beforeAll(async () => {
    dataDir = await temporaryFolder();
    [product, browser] = await Promise.all([startProduct(dataDir, env), openBrowser()]);
  });
  beforeEach(async () => {
    context = await browser.newContext({ reducedMotion: 'reduce', viewport: { width: 1440, height } });
    context.setDefaultTimeout(patience);
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
