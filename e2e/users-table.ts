import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { card } from './admin-page.ts';
import type { Person } from './client.ts';
import { type House, openHouse } from './house.ts';

/** The row of a user in a window of the admin dashboard. */
export function rowOf(page: Page, user: Person) {
  return card(page, 'Users')
    .getByRole('row')
    .filter({ has: rowToggle(page, user) });
}

/** What opens and closes the listings below the row of a user. */
export function rowToggle(page: Page, user: Person) {
  return page.getByRole('button', { name: `Listings of ${user.email}`, exact: true });
}

/** One product for all tests of a file, and for each test a user of its own: Bob. */
export function givenUsers() {
  let house: House;
  let bob: Person;
  let people = 0;
  beforeAll(async () => {
    house = await openHouse();
  });
  beforeEach(async () => {
    people += 1;
    bob = await house.register(`bob-${people}@example.com`);
  });
  afterEach(async () => {
    for (const context of house.browser.contexts()) await context.close();
  });
  afterAll(() => house.close());
  return {
    house: () => house,
    bob: () => bob,
    newHelper: async () => {
      const helper = await house.register(`helper-${people}@example.com`);
      await house.root.send('PATCH', `/api/admin/users/${helper.id}/role`, { role: 'helper' });
      return helper;
    },
    /** The admin dashboard, as a full admin sees it where nobody else is named. */
    open: async (look: BrowserContextOptions = {}, who = house.root) => {
      const page = await house.open(who, '/admin', { viewport: { width: 1440, height: 900 }, ...look });
      await rowOf(page, bob).waitFor();
      return page;
    },
  };
}
