import type { Page } from 'playwright-core';
import { describe, expect, it, beforeEach, onTestFinished } from 'vitest';
import type { UserView } from '#domain/user/contract.ts';
import { findToast } from './admin-page.ts';
import type { ApiUser } from './api-user.ts';
import { failCalls, startTestApp } from './test-app.ts';
import { setUpUsers, findRow } from './users-table.ts';

const users = setUpUsers();
let page: Page;

const row = () => findRow(page, users.bob());
const choose = async (item: string) => {
  await row()
    .getByRole('button', { name: `Actions for ${users.bob().email}` })
    .click();
  await page.getByRole('menuitem', { name: item }).click();
};
const own = (who: ApiUser) => who.get<UserView>('/api/user');

describe('A password in the users table', () => {
  const show = () => row().getByRole('button', { name: 'Show password' });

  it('A password in the users table is masked until requested, and again after half a minute', async () => {
    page = await users.open();
    expect(await row().getByText('house hunter').count()).toBe(0);
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await show().click();
    await row().getByText('house hunter', { exact: true }).waitFor();
    await page.clock.fastForward(29_000);
    expect(await row().getByText('house hunter').count()).toBe(1);
    await page.clock.fastForward(1_500);
    await show().waitFor();
    expect(await row().getByText('house hunter').count()).toBe(0);
  });

  it('A password in the users table is never offered where PASSWORD_REVEAL is off', async () => {
    const app = await startTestApp({ PASSWORD_REVEAL: 'off' });
    onTestFinished(() => app.close());
    const window = await app.open(app.root, '/admin', { viewport: { width: 1440, height: 900 } });
    await window.getByText('••••••••').first().waitFor();
    expect(await window.getByRole('button', { name: 'Show password' }).count()).toBe(0);
  });

  it('A password in the users table is copied on demand, and masked on demand', async () => {
    page = await users.open({ permissions: ['clipboard-read', 'clipboard-write'] });
    await show().click();
    await row().getByRole('button', { name: 'Copy password' }).click();
    await findToast(page, 'Copied to clipboard').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('house hunter');
    await row().getByRole('button', { name: 'Hide password' }).click();
    expect(await row().getByText('house hunter').count()).toBe(0);
  });

  it('A password in the users table that cannot be copied causes an error message', async () => {
    page = await users.open();
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'));
    });
    await show().click();
    await row().getByRole('button', { name: 'Copy password' }).click();
    await findToast(page, 'Could not copy text to clipboard').waitFor();
  });

  it('A password in the users table that cannot be shown stays masked, and the page says why', async () => {
    page = await users.open();
    await failCalls(page, `/api/admin/users/${users.bob().id}/password/reveal`, 409, 'This password cannot be shown');
    await show().click();
    await page.getByText('409: This password cannot be shown', { exact: true }).waitFor();
    await show().waitFor();
  });
});

describe('A membership in the users table', () => {
  it('A membership in the users table is toggled by a click, in all windows at once', async () => {
    const helper = await users.newHelper();
    page = await users.open();
    const other = await users.house().open(helper, '/admin');
    await findRow(other, users.bob()).getByText('Unconfirmed').waitFor();
    await row().getByRole('button', { name: 'Unconfirmed' }).click();
    await findToast(page, 'Membership status updated successfully').waitFor();
    await findRow(other, users.bob()).getByText('Active', { exact: true }).waitFor();
    expect((await own(users.bob())).membershipStatus).toBe('active');
    await row().getByRole('button', { name: 'Active', exact: true }).click();
    await findRow(other, users.bob()).getByText('Unconfirmed').waitFor();
  });

  it("A membership in the users table that could not be toggled stays, and the page shows the server's reason", async () => {
    page = await users.open();
    await failCalls(page, `/api/admin/users/${users.bob().id}/membership`, 503, 'The store is down');
    await row().getByRole('button', { name: 'Unconfirmed' }).click();
    await findToast(page, 'Update failed').getByText('503: The store is down', { exact: true }).waitFor();
    await row().getByRole('button', { name: 'Unconfirmed' }).waitFor();
  });

  it('A membership in the users table has a first day that is edited in place', async () => {
    page = await users.open();
    await row().getByRole('button', { name: 'Member since Not set, change' }).click();
    const day = row().getByLabel('Member since', { exact: true });
    const mend = await failCalls(page, `/api/admin/users/${users.bob().id}/member-since`, 400, 'Not this day');
    await day.fill('2026-01-15');
    await row().getByRole('button', { name: 'Save' }).click();
    await findToast(page, 'Update failed').getByText('400: Not this day', { exact: true }).waitFor();
    await mend();
    await row().getByRole('button', { name: 'Save' }).click();
    await findToast(page, 'Member since date updated successfully').waitFor();
    await row().getByText('01/15/2026', { exact: true }).waitFor();
    expect(new Date((await own(users.bob())).memberSince ?? '').toDateString()).toBe('Thu Jan 15 2026');
  });

  it('A membership in the users table has the same first day in every time zone', async () => {
    await users
      .house()
      .root.send('PATCH', `/api/admin/users/${users.bob().id}/member-since`, { memberSince: '2026-10-14' });
    for (const timezoneId of ['Pacific/Honolulu', 'Pacific/Kiritimati']) {
      page = await users.open({ timezoneId });
      await row().getByRole('button', { name: 'Member since 10/14/2026, change' }).click();
      expect(await row().getByLabel('Member since', { exact: true }).inputValue()).toBe('2026-10-14');
      await page.context().close();
    }
  });

  it('A membership in the users table keeps its first day if the edit is canceled', async () => {
    page = await users.open();
    await row().getByRole('button', { name: 'Member since Not set, change' }).click();
    await page.keyboard.press('Escape');
    await row().getByText('Not set').first().waitFor();
    expect(await row().getByLabel('Member since', { exact: true }).count()).toBe(0);
  });
});

describe('A request for a higher limit', () => {
  beforeEach(async () => {
    await users.bob().send('POST', '/api/request-higher-limit');
    page = await users.open();
  });

  it('A request for a higher limit is cleared by an admin', async () => {
    const mend = await failCalls(page, `/api/admin/users/${users.bob().id}/higher-limit`, 503, 'The store is down');
    await choose('Clear request');
    await findToast(page, 'Failed to clear request').getByText('503: The store is down', { exact: true }).waitFor();
    await mend();
    await choose('Clear request');
    await findToast(page, 'Higher limit request cleared successfully').waitFor();
    await row().getByText('Limit requested').waitFor({ state: 'detached' });
    expect(await own(users.bob())).toMatchObject({ requestedHigherLimit: false, maxPriceLimit: 150_000 });
    await row()
      .getByRole('button', { name: `Actions for ${users.bob().email}` })
      .click();
    await page.getByRole('menuitem', { name: 'Delete…' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'Clear request' }).count()).toBe(0);
  });

  it('A request for a higher limit is approved with a new limit', async () => {
    await choose('Approve with a new limit…');
    const dialog = page.getByRole('dialog', { name: 'Approve a higher limit' });
    await dialog.getByRole('textbox').fill('150000');
    await dialog.getByRole('button', { name: 'Approve' }).click();
    await dialog.getByText('Limit must be a whole number of dollars from 150,001 to 1,000,000').waitFor();
    await dialog.getByRole('textbox').fill('200000');
    await dialog.getByRole('button', { name: 'Approve' }).click();
    await findToast(page, 'Higher limit granted').waitFor();
    expect(await own(users.bob())).toMatchObject({ requestedHigherLimit: false, maxPriceLimit: 200_000 });
  });
});

describe('A user in the users table', () => {
  it('A user in the users table is deleted after a confirmation', async () => {
    page = await users.open();
    await choose('Delete…');
    const dialog = page.getByRole('dialog', { name: 'Delete this user?' });
    await dialog.getByText(users.bob().email).waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    const mend = await failCalls(page, `/api/admin/users/${users.bob().id}`, 503, 'The store is down');
    await choose('Delete…');
    await dialog.getByRole('button', { name: 'Delete user' }).click();
    await findToast(page, 'Failed to delete user').getByText('503: The store is down', { exact: true }).waitFor();
    expect((await own(users.bob())).id).toBe(users.bob().id);
    await mend();
    await choose('Delete…');
    await dialog.getByRole('button', { name: 'Delete user' }).click();
    await findToast(page, 'User deleted successfully').waitFor();
    await row().waitFor({ state: 'detached' });
    expect((await users.bob().send('GET', '/api/user')).status).toBe(401);
  });

  it('A user in the users table is given another role, which the server may refuse', async () => {
    page = await users.open();
    const dialog = page.getByRole('dialog', { name: 'Change role' });
    const mend = await failCalls(page, `/api/admin/users/${users.bob().id}/role`, 409, 'Not now');
    await choose('Change role…');
    await dialog.getByRole('combobox').selectOption('Helper admin');
    await dialog.getByRole('button', { name: 'Change role' }).click();
    await findToast(page, 'Update failed').getByText('409: Not now', { exact: true }).waitFor();
    await mend();
    await choose('Change role…');
    await dialog.getByRole('combobox').selectOption('Helper admin');
    await dialog.getByRole('button', { name: 'Change role' }).click();
    await findToast(page, 'Role updated successfully').waitFor();
    await row().getByText('Helper', { exact: true }).waitFor();
    expect(await own(users.bob())).toMatchObject({ isHelperAdmin: true, isAdmin: false });
  });

  it('A user in the users table can neither delete nor promote themselves', async () => {
    page = await users.open();
    await findRow(page, users.house().root).waitFor();
    await page.getByRole('button', { name: `Actions for ${users.house().root.email}` }).click();
    expect(await page.getByRole('menuitem').allInnerTexts()).toEqual(['Time Travel']);
  });
});

describe('The keyboard focus of the users table', () => {
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? null);

  it('The keyboard focus of the users table returns to a button when what it opened is closed', async () => {
    page = await users.open();
    const opened = async (name: RegExp | string, leave: () => Promise<unknown>) => {
      await row().getByRole('button', { name }).press('Enter');
      await leave();
      await expect.poll(focused).toMatch(name);
    };
    await opened(/^Member since/, () => page.keyboard.press('Escape'));
    await opened('Show password', () => row().getByRole('button', { name: 'Hide password' }).press('Enter'));
    await opened(/^Actions for/, async () => {
      await page.getByRole('menuitem', { name: 'Delete…' }).press('Enter');
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).press('Enter');
    });
  });
});
