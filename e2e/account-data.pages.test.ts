import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import type { AccountDataExport } from '#domain/account-data.contract.ts';
import type { ApiUser } from './api-user.ts';
import { registerAnyone, setUpApp } from './test-app.ts';
import { expectAccessible, collectPageErrors, viewports } from './accessibility.ts';

const app = setUpApp();
let ann: ApiUser;
let page: Page;

beforeEach(async () => {
  ann = await registerAnyone(app);
  page = await app.open(ann, '/profile');
  return () => page.context().close();
});

const toast = (title: string) => page.getByRole('listitem').filter({ hasText: title });
const dialog = () => page.getByRole('dialog', { name: 'Delete your account?' });

describe('The data of a member', () => {
  it('The data of a member can be downloaded as a file', async () => {
    await ann.send('PATCH', '/api/profile', { zipCode: '48204' });
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download my data' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^my-data_\d{4}-\d\d-\d\d\.json$/);
    const data = JSON.parse(readFileSync(await download.path(), 'utf8')) as AccountDataExport;
    expect(data).toMatchObject({ account: { email: ann.email }, filters: { zipCode: '48204' } });
  });

  it('The data of a member is deleted with the account after the current password, and the page redirects to the sign-in page', async () => {
    await page.getByRole('button', { name: 'Delete my account' }).click();
    await dialog().getByRole('button', { name: 'Delete account' }).click();
    await dialog().getByText('Current password is required').waitFor();
    await dialog().getByLabel('Current Password').fill('a guess');
    await dialog().getByRole('button', { name: 'Delete account' }).click();
    await toast('Failed to delete account').getByText('400: Current password is incorrect').waitFor();
    await dialog().getByLabel('Current Password').and(page.locator('[aria-invalid=true]:focus')).waitFor();
    await dialog().getByLabel('Current Password').fill('house hunter');
    await dialog().getByRole('button', { name: 'Delete account' }).click();
    await toast('Account deleted').waitFor();
    await page.waitForURL('**/auth');
    expect((await page.request.get(`${app.product.url}/api/user`)).status()).toBe(401);
    await page.goto(`${app.product.url}/profile`);
    await page.waitForURL('**/auth');
  });

  it('The data of a member is kept if the dialog is canceled', async () => {
    await page.getByRole('button', { name: 'Delete my account' }).click();
    await dialog().getByLabel('Current Password').fill('house hunter');
    await page.keyboard.press('Escape');
    await expect.poll(() => dialog().count()).toBe(0);
    expect(await ann.get('/api/user')).toMatchObject({ email: ann.email });
  });
});

describe.each(viewports)('The deletion of an account at $width px, $colorScheme', ({ colorScheme, width }) => {
  it('The deletion of an account is accessible', async () => {
    const own = await app.open(ann, '/profile', { colorScheme, viewport: { width, height: 900 } });
    const faults = collectPageErrors(own);
    await own.reload();
    await own.getByRole('button', { name: 'Download my data' }).waitFor();
    await expectAccessible(own, faults);
    await own.getByRole('button', { name: 'Delete my account' }).click();
    await own.getByRole('dialog').waitFor();
    await expectAccessible(own, faults);
    if (process.env['SHOTS'])
      await own.screenshot({ path: `${process.env['SHOTS']}/dialog-${width}-${colorScheme}.png` });
    await own.keyboard.press('Escape');
    if (process.env['SHOTS'])
      await own.screenshot({ path: `${process.env['SHOTS']}/page-${width}-${colorScheme}.png`, fullPage: true });
    await own.context().close();
  });
});
