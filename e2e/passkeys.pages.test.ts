import type { Page } from 'playwright-core';
import { beforeEach, expect, it } from 'vitest';
import { findCard, findToast } from './admin-page.ts';
import type { ApiUser } from './api-user.ts';
import { createAuthPage } from './auth-page.ts';
import { outdateProof, securityEnvironment } from './second-factor.ts';
import { closeWindowsAfterEach, registerAnyone, setUpApp } from './test-app.ts';

const app = setUpApp(securityEnvironment);
closeWindowsAfterEach(app);
let ann: ApiUser;
let page: Page;

const passkeys = () => findCard(page, 'Security').getByRole('region', { name: 'Passkeys' });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const auth = createAuthPage({
  get page() {
    return page;
  },
  get url() {
    return app.product.url;
  },
});

/** Gives the window an authenticator of its own, which confirms every request. */
async function addAuthenticator(): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('WebAuthn.enable');
  await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

async function addPasskey(name: string): Promise<void> {
  await button('Add a passkey').click();
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await expect.poll(() => dialog.getByLabel('Name').inputValue()).toMatch(/ on /);
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('button', { name: 'Add' }).click();
  await button('I saved them').click();
  await passkeys().getByText(name).waitFor();
}

/** As a browser does that cannot. */
async function suggestNoPasskeys(): Promise<void> {
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
  });
  await page.reload();
  await passkeys().getByText('My laptop').waitFor();
}

const signOut = async () => {
  await button('Logout').click();
  await auth.tab('Login').waitFor();
};

beforeEach(async () => {
  ann = await registerAnyone(app);
  page = await app.browser.newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  await addAuthenticator();
  await auth.open();
  await auth.logIn({ email: ann.email, password: 'house hunter' });
  await auth.home();
  await page.goto(`${app.product.url}/profile`);
  await addPasskey('My laptop');
});

it('A passkey that is chosen from the suggestions of the email field signs in', async () => {
  // The authenticator confirms every request, as a user would who chooses it.
  await button('Logout').click();
  await button('Sign in with a passkey').waitFor();
  await page.mouse.move(20, 20);
  await auth.home();
});

it('A passkey signs in without a password, and as the second step after one', async () => {
  await suggestNoPasskeys();
  await signOut();
  await button('Sign in with a passkey').click();
  await auth.home();
  await signOut();
  await auth.logIn({ email: ann.email, password: 'house hunter' });
  await page.getByLabel('Recovery code').waitFor();
  await button('Use a passkey').click();
  await auth.home();
});

it('A passkey proves who the user is, and is removed', async () => {
  await outdateProof(ann);
  await button('Remove My laptop').click();
  await page.getByRole('dialog', { name: 'Remove this passkey?' }).getByRole('button', { name: 'Remove' }).click();
  await page
    .getByRole('dialog', { name: 'Confirm that it’s you' })
    .getByRole('button', { name: 'Use a passkey' })
    .click();
  await findToast(page, 'Passkey removed').waitFor();
  await expect.poll(() => passkeys().getByText('My laptop').count()).toBe(0);
});

it('A passkey that the browser does not have is explained, and another way stays open', async () => {
  const other = await app.browser.newPage();
  page = other;
  await addAuthenticator();
  await auth.open();
  await button('Sign in with a passkey').click();
  await auth.toast('Login failed').getByText('No passkey was chosen. Please try again.').waitFor();
  await auth.logIn({ email: ann.email, password: 'house hunter' });
  await page.getByLabel('Recovery code').waitFor();
});
