import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { collectPageErrors, expectAccessible, viewports } from './accessibility.ts';
import { findCard, findToast } from './admin-page.ts';
import { type ApiUser, createApiUser } from './api-user.ts';
import { createAuthPage } from './auth-page.ts';
import { createCodes, outdateProof, securityEnvironment, setUpApp as setUpAuthenticator } from './second-factor.ts';
import { closeWindowsAfterEach, registerAnyone, setUpApp } from './test-app.ts';

const app = setUpApp(securityEnvironment);
closeWindowsAfterEach(app);
const password = 'house hunter';
const wrongCode = 'The code is wrong, or it was used already';
let ann: ApiUser;
let page: Page;

const button = (name: string) => page.getByRole('button', { name, exact: true });
const dialog = (name: string) => page.getByRole('dialog', { name });
const part = (name: string) => findCard(page, 'Security').getByRole('region', { name });

beforeEach(async () => {
  ann = await registerAnyone(app);
});

describe('The security card', () => {
  it('The security card sets up an authenticator app, and shows its recovery codes once', async () => {
    page = await app.open(ann, '/profile', { permissions: ['clipboard-read', 'clipboard-write'] });
    await part('Authenticator app').getByRole('button', { name: 'Set up' }).click();
    const setup = dialog('Set up an authenticator app');
    const qr = setup.getByRole('img', { name: 'QR code for your authenticator app' });
    expect(await qr.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth > 0))).toBe(
      true,
    );
    await setup.getByRole('button', { name: 'Copy' }).click();
    const code = setup.getByLabel('Code from the app');
    expect(await code.getAttribute('autocomplete')).toBe('one-time-code');
    await code.fill('000000');
    await setup.getByRole('button', { name: 'Confirm' }).click();
    await setup.getByRole('alert').filter({ hasText: wrongCode }).waitFor();
    const nextCode = createCodes(await page.evaluate(() => navigator.clipboard.readText()));
    await code.fill(nextCode());
    await setup.getByRole('button', { name: 'Confirm' }).click();

    const codes = dialog('Save your recovery codes');
    await expect
      .poll(() =>
        codes
          .getByRole('listitem')
          .filter({ hasText: /^\w{5}-\w{5}$/ })
          .count(),
      )
      .toBe(10);
    await page.keyboard.press('Escape');
    const [download] = await Promise.all([page.waitForEvent('download'), button('Download').click()]);
    expect((await readFile(await download.path(), 'utf8')).trim().split('\n')).toHaveLength(10);
    await button('I saved them').click();
    await part('Authenticator app').getByText('On', { exact: true }).waitFor();
    await part('Recovery codes').getByText('10 recovery codes left').waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest('#security') !== null)).toBe(true);
  });

  it('The security card renews the recovery codes, warns when few are left, and removes the app', async () => {
    const { recoveryCodes } = await setUpAuthenticator(ann);
    await outdateProof(ann);
    for (const code of recoveryCodes.slice(0, 7)) await ann.send('POST', '/api/proof', { code });
    page = await app.open(ann, '/profile');
    await part('Recovery codes').getByText('3 recovery codes left').waitFor();
    await part('Recovery codes').getByText('Create new recovery codes before you run out.').waitFor();
    await button('New recovery codes').click();
    await dialog('Create new recovery codes?').getByText('Your old recovery codes stop working.').waitFor();
    await button('Create codes').click();
    const codes = dialog('Save your recovery codes').getByRole('listitem');
    await expect.poll(() => codes.count()).toBe(recoveryCodes.length);
    expect((await codes.allInnerTexts()).filter((code) => recoveryCodes.includes(code))).toEqual([]);
    await button('I saved them').click();
    await part('Recovery codes').getByText('10 recovery codes left').waitFor();
    await part('Authenticator app').getByRole('button', { name: 'Remove' }).click();
    await dialog('Remove the authenticator app?').getByRole('button', { name: 'Remove' }).click();
    await part('Authenticator app').getByText('Off.').waitFor();
    expect(await part('Recovery codes').count()).toBe(0);
  });

  it('The security card is opened from the account menu, with the focus on its heading', async () => {
    page = await app.open(ann, '/');
    await button('Account').first().click();
    await page.getByRole('menuitem', { name: 'Security' }).click();
    await page.locator('h2:focus', { hasText: 'Security' }).waitFor();
    expect(new URL(page.url()).hash).toBe('#security');
  });

  it('The security card lists the sessions, and ends one or all others', async () => {
    const signIn = () => createApiUser(() => app.product.url, '/api/login', ann.email, password);
    const others = [await signIn(), await signIn()];
    page = await app.open(ann, '/profile');
    const sessions = part('Where you’re signed in');
    await expect.poll(() => sessions.getByRole('button', { name: /^Sign out (?!everywhere)/ }).count()).toBe(2);
    await sessions.getByText('This one').waitFor();
    await sessions
      .getByRole('button', { name: /^Sign out (?!everywhere)/ })
      .first()
      .click();
    await expect.poll(() => sessions.getByRole('button', { name: /^Sign out (?!everywhere)/ }).count()).toBe(1);
    const ended = async () =>
      (await Promise.all(others.map((one) => one.send('GET', '/api/user')))).filter(({ status }) => status === 401);
    expect(await ended()).toHaveLength(1);
    await button('Sign out everywhere else').click();
    await dialog('Sign out everywhere else?').getByRole('button', { name: 'Sign out' }).click();
    await findToast(page, 'Signed out everywhere else').waitFor();
    expect(await ended()).toHaveLength(2);
    await button('Sign out everywhere else').waitFor({ state: 'detached' });
    await sessions.getByText('This one').waitFor();
  });

  it('The security card shows that a new password has ended the other sessions', async () => {
    await createApiUser(() => app.product.url, '/api/login', ann.email, password);
    page = await app.open(ann, '/profile');
    await button('Sign out everywhere else').waitFor();
    await page.getByLabel('Current Password').fill(password);
    await page.getByLabel('New Password').fill('another password');
    await button('Update Credentials').click();
    await expect.poll(() => button('Sign out everywhere else').count()).toBe(0);
    await part('Where you’re signed in').getByText('This one').waitFor();
  });

  it.each(viewports)('The security card is accessible at $width px, $colorScheme', async ({ colorScheme, width }) => {
    await setUpAuthenticator(ann);
    page = await app.open(ann, '/profile', { colorScheme, viewport: { width, height: 900 } });
    const faults = collectPageErrors(page);
    await part('Recovery codes').getByText('10 recovery codes left').waitFor();
    await expectAccessible(page, faults);
    await button('New recovery codes').click();
    await button('Create codes').click();
    await dialog('Save your recovery codes').waitFor();
    await expectAccessible(page, faults);
  });
});

describe('The second step of a sign-in', () => {
  const auth = createAuthPage({
    get page() {
      return page;
    },
    get url() {
      return app.product.url;
    },
  });
  const { home, logIn, open, toast } = auth;
  const code = () => page.getByLabel('Code', { exact: true });
  let factor: Awaited<ReturnType<typeof setUpAuthenticator>>;

  beforeEach(async () => {
    factor = await setUpAuthenticator(ann);
    page = await app.browser.newPage();
    await open();
    await logIn({ email: ann.email, password });
    await code().waitFor();
  });

  it('The second step of a sign-in asks for a code until it is right', async () => {
    await code().and(page.locator(':focus')).waitFor();
    await code().fill('000000');
    await auth.button('Sign in').click();
    await toast('Login failed').getByText(`401: ${wrongCode}`, { exact: true }).waitFor();
    await page.getByRole('alert').filter({ hasText: wrongCode }).first().waitFor();
    await code().fill(factor.nextCode());
    await code().press('Enter');
    await home();
  });

  it('The second step of a sign-in accepts a recovery code, which is then used up', async () => {
    await auth.button('Use a recovery code').click();
    await page.getByLabel('Recovery code').fill(factor.recoveryCodes[0] ?? '');
    await auth.button('Sign in').click();
    await home();
    await page.goto(`${app.product.url}/profile`);
    await part('Recovery codes').getByText('9 recovery codes left').waitFor();
  });

  it('The second step of a sign-in leads back to the first, also where it took too long', async () => {
    await auth.button('Back').click();
    await auth.password().and(page.locator(':focus')).waitFor();
    expect(await auth.email().inputValue()).toBe(ann.email);
    await auth.password().fill(password);
    await auth.button('Login').click();
    await code().waitFor();
    await outdateProof(ann);
    await code().fill(factor.nextCode());
    await auth.button('Sign in').click();
    await toast('Login failed').getByText('401: This took too long.').waitFor();
    await auth.password().waitFor();
    expect(await auth.email().inputValue()).toBe(ann.email);
  });
});
