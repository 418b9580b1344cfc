import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { findToast, isOnTop } from './admin-page.ts';
import { type ApiUser, createApiUser } from './api-user.ts';
import { outdateProof, securityEnvironment, setUpApp as setUpAuthenticator } from './second-factor.ts';
import { closeWindowsAfterEach, registerAnyone, setUpApp, startTestApp } from './test-app.ts';

const app = setUpApp(securityEnvironment);
closeWindowsAfterEach(app);
const adminPassword = 'correct horse';
let ann: ApiUser;
let page: Page;

const proof = () => page.getByRole('dialog', { name: 'Confirm that it’s you' });
const confirm = () => proof().getByRole('button', { name: 'Confirm' });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const openUser = async (who = app.root) => {
  page = await app.open(who, `/admin/users/${ann.id}`, { viewport: { width: 1440, height: 900 } });
  await button('Show password').waitFor();
};

beforeEach(async () => {
  ann = await registerAnyone(app);
});

describe('A fresh proof of identity', () => {
  it('A fresh proof of identity is asked for once the last one is old, and the action then goes on', async () => {
    await openUser();
    await outdateProof(app.root);
    await button('Show password').click();
    const field = proof().getByLabel('Password', { exact: true });
    await field.and(page.locator(':focus')).waitFor();
    await field.fill('not this one');
    await confirm().click();
    await proof().getByRole('alert').filter({ hasText: 'The password is wrong' }).waitFor();
    await field.fill(adminPassword);
    await field.press('Enter');
    await page.getByText('house hunter', { exact: true }).waitFor();
    await button('Hide password').and(page.locator(':focus')).waitFor();
    expect(await proof().count()).toBe(0);
    await button('Hide password').click();
    await button('Show password').click();
    await page.getByText('house hunter', { exact: true }).waitFor();
  });

  it('A fresh proof of identity that is not given leaves all as it was, without an error message', async () => {
    await openUser();
    await outdateProof(app.root);
    await button('Show password').click();
    await proof().getByRole('button', { name: 'Cancel' }).click();
    await button('Show password').and(page.locator(':focus')).waitFor();
    expect(await page.getByText('Could not show the password').count()).toBe(0);
    await button('Show password').click();
    await proof().waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => proof().count()).toBe(0);
    expect(await page.getByText('house hunter', { exact: true }).count()).toBe(0);
  });

  it('A fresh proof of identity is asked for above the dialog that needs it', async () => {
    await openUser();
    await outdateProof(app.root);
    await button(`Actions for ${ann.email}`).click();
    await page.getByRole('menuitem', { name: 'Change role…' }).click();
    await page.getByLabel(`Role of ${ann.email}`).selectOption('helper');
    await button('Change role').click();
    await proof().waitFor();
    expect(await isOnTop(confirm())).toBe(true);
    await proof().getByLabel('Password', { exact: true }).fill(adminPassword);
    await confirm().click();
    await findToast(page, 'Role updated successfully').waitFor();
    expect(await ann.get('/api/user')).toMatchObject({ isHelperAdmin: true });
  });

  it('A fresh proof of identity is asked for before a file is downloaded', async () => {
    await openUser();
    await outdateProof(app.root);
    await page.getByRole('link', { name: 'Export evidence' }).click();
    await proof().getByLabel('Password', { exact: true }).fill(adminPassword);
    const [download] = await Promise.all([page.waitForEvent('download'), confirm().click()]);
    expect(download.suggestedFilename()).toMatch(/\.json$/);
  });

  it('A fresh proof of identity is a code where the account has a second factor', async () => {
    const { nextCode, recoveryCodes } = await setUpAuthenticator(ann);
    page = await app.open(ann, '/profile');
    await button('New recovery codes').waitFor();
    await outdateProof(ann);
    await button('New recovery codes').click();
    await button('Create codes').click();
    await proof().getByLabel('Code', { exact: true }).fill('000000');
    await confirm().click();
    await proof().getByRole('alert').filter({ hasText: 'The code is wrong' }).waitFor();
    await proof().getByLabel('Code', { exact: true }).fill(nextCode());
    await confirm().click();
    const codes = page.getByRole('dialog', { name: 'Save your recovery codes' }).getByRole('listitem');
    await expect.poll(() => codes.count()).toBe(recoveryCodes.length);
  });
});

describe('An admin without a second factor', () => {
  it('An admin without a second factor is asked on the dashboard to set one up', async () => {
    page = await app.open(app.root, '/admin');
    await page.getByText('Protect your account:').waitFor();
    await page.getByRole('link', { name: 'set up a second factor' }).click();
    await page.locator('h2:focus', { hasText: 'Security' }).waitFor();
  });

  it('An admin without a second factor opens no page of admins where one is required', async () => {
    const strict = await startTestApp({ ...securityEnvironment, ADMIN_SECOND_FACTOR: 'required' });
    onTestFinished(() => strict.close());
    page = await strict.open(strict.root, '/admin/found');
    await page.getByRole('heading', { name: 'Set up a second factor' }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(await page.getByRole('listitem').filter({ hasText: '403' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Open Security' }).click();
    await page.getByRole('heading', { name: 'Security' }).waitFor();
    await setUpAuthenticator(strict.root);
    await page.goto(`${strict.product.url}/admin/found`);
    await page.getByRole('heading', { name: 'Found Listings' }).waitFor();
  });
});

it('A full admin resets the second factor of another user, who then signs in by the password alone', async () => {
  await setUpAuthenticator(ann);
  const own = await app.open(app.root, `/admin/users/${app.root.id}`);
  await own.getByRole('link', { name: 'Export evidence' }).waitFor();
  expect(await own.getByRole('button', { name: 'Reset second factor' }).count()).toBe(0);
  await app.root.send('POST', '/api/proof', { password: adminPassword });
  await openUser();
  await button('Reset second factor').click();
  await page.getByRole('dialog', { name: 'Reset the second factor?' }).getByRole('button', { name: 'Reset' }).click();
  await findToast(page, 'Second factor reset').waitFor();
  const again = await createApiUser(() => app.product.url, '/api/login', ann.email, 'house hunter');
  expect(again.id).toBe(ann.id);
});
