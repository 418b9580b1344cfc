import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OwnData } from '#domain/account-data/own.contract.ts';
import type { Person } from './client.ts';
import { type House, openHouse } from './house.ts';
import { expectSound, faultsOf, looks } from './sound.ts';

let house: House;
let ann: Person;
let page: Page;
let people = 0;

beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());
beforeEach(async () => {
  people += 1;
  ann = await house.register(`own-${people}@example.com`);
  page = await house.open(ann, '/profile');
  return () => page.context().close();
});

const toast = (title: string) => page.getByRole('listitem').filter({ hasText: title });
const dialog = () => page.getByRole('dialog', { name: 'Delete your account?' });

describe('What is held on a member', () => {
  it('comes as a file', async () => {
    await ann.send('PATCH', '/api/profile', { zipCode: '48204' });
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download my data' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^my-data_\d{4}-\d\d-\d\d\.json$/);
    const data = JSON.parse(readFileSync(await download.path(), 'utf8')) as OwnData;
    expect(data).toMatchObject({ account: { email: ann.email }, filters: { zipCode: '48204' } });
  });

  it('is thrown away with the account, on the current password, and the way leads to the sign-in page', async () => {
    await page.getByRole('button', { name: 'Delete my account' }).click();
    await dialog().getByRole('button', { name: 'Delete account' }).click();
    await dialog().getByText('Current password is required').waitFor();
    await dialog().getByLabel('Current Password').fill('a guess');
    await dialog().getByRole('button', { name: 'Delete account' }).click();
    await toast('Failed to delete account').getByText('400: Current password is incorrect').waitFor();
    expect(await dialog().count()).toBe(0);

    await page.getByRole('button', { name: 'Delete my account' }).click();
    await dialog().getByLabel('Current Password').fill('house hunter');
    await dialog().getByRole('button', { name: 'Delete account' }).click();
    await toast('Account deleted').waitFor();
    await page.waitForURL('**/auth');
    expect((await page.request.get(`${house.product.url}/api/user`)).status()).toBe(401);
    await page.goto(`${house.product.url}/profile`);
    await page.waitForURL('**/auth');
  });

  it('stays where the dialog is left', async () => {
    await page.getByRole('button', { name: 'Delete my account' }).click();
    await dialog().getByLabel('Current Password').fill('house hunter');
    await page.keyboard.press('Escape');
    await expect.poll(() => dialog().count()).toBe(0);
    expect(await ann.get('/api/user')).toMatchObject({ email: ann.email });
  });
});

describe.each(looks)('The end of an account at $width px, $colorScheme', ({ colorScheme, width }) => {
  it('can be read and reached', async () => {
    const own = await house.open(ann, '/profile', { colorScheme, viewport: { width, height: 900 } });
    const faults = faultsOf(own);
    await own.reload();
    await own.getByRole('button', { name: 'Download my data' }).waitFor();
    await expectSound(own, faults);
    await own.getByRole('button', { name: 'Delete my account' }).click();
    await own.getByRole('dialog').waitFor();
    await expectSound(own, faults);
    if (process.env['SHOTS'])
      await own.screenshot({ path: `${process.env['SHOTS']}/dialog-${width}-${colorScheme}.png` });
    await own.keyboard.press('Escape');
    if (process.env['SHOTS'])
      await own.screenshot({ path: `${process.env['SHOTS']}/page-${width}-${colorScheme}.png`, fullPage: true });
    await own.context().close();
  });
});
