import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { createPeopleRows, exportHeader } from './spreadsheets.ts';
import { closeWindowsAfterEach, setUpApp } from './test-app.ts';
import { focus } from './browser.ts';

const app = setUpApp();
closeWindowsAfterEach(app);

beforeAll(async () => {
  const lines = [exportHeader, ...createPeopleRows(1500)].map((cells) => cells.join(','));
  const form = new FormData();
  form.append('file', new File([lines.join('\n')], 'people.csv', { type: 'text/csv' }));
  const headers = { cookie: app.root.cookie() };
  await fetch(`${app.product.url}/api/admin/users/import`, { method: 'POST', headers, body: form });
});

const table = (page: Page) => page.getByRole('region', { name: 'Users, scrollable' });
const scrollTop = (page: Page) => table(page).evaluate((element) => element.scrollTop);
/** The number of the user in whose row the focus is, -1 where it is in none. */
const focusedPerson = (page: Page) =>
  page.evaluate(() => Number(/person-(\d+)/.exec(document.activeElement?.getAttribute('aria-label') ?? '')?.[1] ?? -1));

async function openTable(): Promise<Page> {
  const page = await app.open(app.root, '/admin', { viewport: { width: 1440, height: 900 } });
  await focus(table(page).getByRole('button', { name: /^Listings of person-0003/ }));
  await table(page).scrollIntoViewIfNeeded();
  return page;
}

describe('Scrolling the users table', () => {
  it('A quick wheel scrolls the users table as far as it was turned, and no further', async () => {
    const page = await openTable();
    await table(page).hover();
    await Promise.all(Array.from({ length: 20 }, () => page.mouse.wheel(0, 300)));
    await expect.poll(() => scrollTop(page)).toBe(6000);
    await table(page).getByText('person-0107@example.com').first().waitFor();
    expect(await scrollTop(page)).toBe(6000);
    // Or the browser scrolls along when rows replace the space before them.
    expect(await table(page).evaluate((element) => getComputedStyle(element).overflowAnchor)).toBe('none');
  });

  it('The row with the focus keeps it while the users table is scrolled far away', async () => {
    const page = await openTable();
    await table(page).hover();
    await page.mouse.wheel(0, 6000);
    await table(page).getByText('person-0107@example.com').first().waitFor();
    expect(await focusedPerson(page)).toBe(3);
  });

  it('Page Down and Page Up in a row move the focus to the row a page further, which is in view', async () => {
    const page = await openTable();
    const isInView = () =>
      table(page).evaluate((element) => {
        const { top = 0, bottom = 0 } = document.activeElement?.getBoundingClientRect() ?? {};
        const frame = element.getBoundingClientRect();
        return top >= frame.top && bottom <= frame.bottom;
      });
    let last = 3;
    for (let presses = 0; presses < 8; presses += 1) {
      await page.keyboard.press('PageDown');
      await expect.poll(() => focusedPerson(page)).toBeGreaterThan(last + 5);
      expect(await isInView()).toBe(true);
      last = await focusedPerson(page);
      // The rows of the next page are rendered with the next frame.
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    }
    await page.keyboard.press('PageUp');
    await expect.poll(() => focusedPerson(page)).toBeLessThan(last - 5);
    expect(await isInView()).toBe(true);
  });
});
