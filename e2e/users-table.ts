import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { findCard } from './admin-page.ts';
import type { ApiUser } from './api-user.ts';
import { type TestApp, startTestApp } from './test-app.ts';

/** The row of a user in a window of the admin dashboard. */
export function findRow(page: Page, user: ApiUser) {
  return findCard(page, 'Users')
    .getByRole('row')
    .filter({ has: findRowToggle(page, user) });
}

/** The button that opens and closes the listings below the row of a user. */
export function findRowToggle(page: Page, user: ApiUser) {
  return page.getByRole('button', { name: `Listings of ${user.email}`, exact: true });
}

/** One product for all tests of a file, and a new user, Bob, for each test. */
export function setUpUsers() {
  let app: TestApp;
  let bob: ApiUser;
  let people = 0;
  beforeAll(async () => {
    app = await startTestApp();
  });
  beforeEach(async () => {
    people += 1;
    bob = await app.register(`bob-${people}@example.com`);
  });
  afterEach(async () => {
    for (const context of app.browser.contexts()) await context.close();
  });
  afterAll(() => app.close());
  return {
    house: () => app,
    bob: () => bob,
    newHelper: async () => {
      const helper = await app.register(`helper-${people}@example.com`);
      await app.root.send('PATCH', `/api/admin/users/${helper.id}/role`, { role: 'helper' });
      return helper;
    },
    /** The admin dashboard, as a full admin unless another user is given. */
    open: async (contextOptions: BrowserContextOptions = {}, who = app.root) => {
      const page = await app.open(who, '/admin', { viewport: { width: 1440, height: 900 }, ...contextOptions });
      await findRow(page, bob).waitFor();
      return page;
    },
  };
}
