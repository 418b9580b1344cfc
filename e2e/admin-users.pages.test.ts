import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { UserView } from '#domain/user/contract.ts';
import { findCard, findToast } from './admin-page.ts';
import { expectAccessible, collectPageErrors, viewports } from './accessibility.ts';
import { setUpUsers, findRow } from './users-table.ts';

const users = setUpUsers();
let page: Page;

const row = () => findRow(page, users.bob());
const emails = () => findCard(page, 'Users').getByRole('cell').getByRole('link').allInnerTexts();
const search = () => page.getByRole('searchbox', { name: 'Search by email or ZIP' });

describe('The sort order of the users table', () => {
  const sorted = async (column: string) => {
    await page.getByRole('button', { name: column, exact: true }).click();
    return page.getByRole('columnheader', { name: column });
  };

  beforeAll(async () => {
    const filters: Record<string, Partial<UserView>> = {
      'order-c': { maxPrice: 90_000, includeRawLand: true, notificationPreference: 'daily' },
      'order-a': {},
      'order-b': { maxPrice: 10_000, includeRawLand: false },
    };
    for (const [name, body] of Object.entries(filters)) {
      const who = await users.house().register(`${name}@example.com`);
      if (Object.keys(body).length > 0) await who.send('PATCH', '/api/profile', body);
    }
  });
  const order = async () => (await emails()).map((email) => email.slice(6, 7)).join('');

  beforeEach(async () => {
    page = await users.open();
    await search().fill('order-');
    await expect.poll(async () => (await emails()).length).toBe(3);
  });

  it('The sort order of the users table is ascending at the first click and descending at the second', async () => {
    const header = await sorted('Email');
    await expect.poll(order).toBe('abc');
    expect(await header.getAttribute('aria-sort')).toBe('ascending');
    await sorted('Email');
    await expect.poll(order).toBe('cba');
    expect(await header.getAttribute('aria-sort')).toBe('descending');
    await sorted('Email');
    await expect.poll(order).toBe('abc');
  });

  it('The sort order of the users table has unset values last, in both directions', async () => {
    await sorted('Max Price');
    await expect.poll(order).toBe('bca');
    await sorted('Max Price');
    await expect.poll(order).toBe('cba');
  });

  it('The sort order of the users table has false before true', async () => {
    await sorted('Raw Land');
    await expect.poll(async () => (await order()).at(-1)).toBe('c');
    await sorted('Raw Land');
    await expect.poll(async () => (await order()).at(0)).toBe('c');
  });

  it('The sort order of the users table applies to the users found by a search', async () => {
    await search().fill('ORDER-B');
    await expect.poll(emails).toEqual(['order-b@example.com']);
    await findCard(page, 'Users').getByText('1 user', { exact: true }).waitFor();
    await search().fill('nobody at all');
    await page.getByText('No users match your search.').waitFor();
  });
});

describe('A helper on the users page', () => {
  it('A helper on the users page sees no roles and no passwords, and cannot change a membership', async () => {
    await users.bob().send('POST', '/api/request-higher-limit');
    page = await users.open({}, await users.newHelper());
    const titles = await page.getByRole('columnheader').allInnerTexts();
    expect(titles.slice(1, 14)).toEqual([
      'Email',
      'Password',
      'Max Price',
      'Mileage Radius',
      'ZIP Code',
      'Member Since',
      'Membership',
      'Mobile Homes',
      'Raw Land',
      'Tiny Homes',
      'Notification',
      'Actions',
    ]);
    const buttons = await row()
      .getByRole('button')
      .evaluateAll((all) => all.map((button) => button.ariaLabel));
    expect(buttons).toEqual([`Listings of ${users.bob().email}`, `Actions for ${users.bob().email}`]);
    await row().getByText('••••••••').waitFor();
    await row().getByText('Unconfirmed').waitFor();
    await row()
      .getByRole('button', { name: `Actions for ${users.bob().email}` })
      .click();
    expect(await page.getByRole('menuitem').allInnerTexts()).toEqual(['Clear request']);
    await page.getByRole('menuitem', { name: 'Clear request' }).click();
    await findToast(page, 'Higher limit request cleared successfully').waitFor();
    expect((await users.bob().get<UserView>('/api/user')).requestedHigherLimit).toBe(false);
  });
});

describe.each(viewports)('The users table at $width px, $colorScheme', ({ colorScheme, width }) => {
  it('The users table is accessible: at rest, with a password, a date field, a menu and a dialog', async () => {
    page = await users.open({ colorScheme, viewport: { width, height: 900 } });
    const faults = collectPageErrors(page);
    await row().getByRole('button', { name: 'Show password' }).click();
    await row().getByRole('button', { name: 'Hide password' }).waitFor();
    await row().getByRole('button', { name: 'Member since Not set, change' }).click();
    await expectAccessible(page, faults);
    await row()
      .getByRole('button', { name: `Actions for ${users.bob().email}` })
      .click();
    await expectAccessible(page, faults);
    await page.getByRole('menuitem', { name: 'Change role…' }).click();
    await expectAccessible(page, faults);
  });
});
