import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAuthPage } from './auth-page.ts';
import { createApiUser } from './api-user.ts';
import { setUpWindow } from './test-window.ts';
import { focus } from './browser.ts';

const ann = { email: 'ann@example.com', password: 'correct horse' };
const testWindow = setUpWindow({ RATE_FORGOT: '100000/1m', RATE_VISIT: '100000/1m' });
const { answer, button, dialog, email, fill, home, logIn, open, password, toast } = createAuthPage(testWindow);

beforeAll(async () => {
  await createApiUser(() => testWindow.url, '/api/register', ann.email, ann.password);
});

describe('A failure is shown in a toast, with its status:', () => {
  it('A failure is shown in a toast, with its status: signing in', async () => {
    await open();
    await fill({ ...ann, password: 'wrong horse' });
    await button('Login').click();
    await toast('Login failed').getByText('401: Incorrect email or password', { exact: true }).waitFor();
    expect(await password().inputValue()).toBe('wrong horse');
  });

  it('A failure is shown in a toast, with its status: registering', async () => {
    await open('Register');
    await fill(ann);
    await button('Register').click();
    await toast('Registration failed').getByText('409: That email is already registered', { exact: true }).waitFor();
  });

  it('A failure is shown in a toast, with its status: signing out', async () => {
    await open();
    await logIn(ann);
    await home();
    await answer('/api/logout', 503, 'Try again in a moment');
    await button('Logout').click();
    await toast('Logout failed').getByText('503: Try again in a moment', { exact: true }).waitFor();
    await testWindow.page.reload();
    await home();
  });

  it('A failure is shown in a toast, with its status: requesting a temporary password', async () => {
    await answer('/api/forgot-password', 429, 'Too many requests for a password. Try again in 5 minutes.');
    await open();
    await email().fill(ann.email);
    await button('Forgot Password?').click();
    await dialog().getByRole('button', { name: 'Send Password' }).click();
    const text = '429: Too many requests for a password. Try again in 5 minutes.';
    await toast('Failed to Send Password').getByText(text, { exact: true }).waitFor();
  });

  it('A failure is shown in a toast, with its status: no network', async () => {
    await open();
    await fill(ann);
    await testWindow.context.setOffline(true);
    await button('Login').click();
    await toast('Login failed').getByText('Can’t reach the server.').waitFor();
  });

  it('A failure is shown in a toast, with its status: no network, before the code of toasts is loaded', async () => {
    const { page } = testWindow;
    let isOffline = true;
    await page.route(/toaster-|api\/login/, (route) => (isOffline ? route.abort() : route.continue()));
    await open();
    await logIn(ann);
    const failure = toast('Login failed');
    await failure.getByText('Can’t reach the server.').waitFor();
    await failure.locator('xpath=ancestor::*[@role="alert"]').waitFor();
    isOffline = false;
    await failure.getByRole('button', { name: 'Close' }).waitFor();
    await button('Login').click();
    await home();
  });
});

describe('A temporary password', () => {
  it('A temporary password is requested for the typed email, and the dialog closes at once', async () => {
    const held = Promise.withResolvers<undefined>();
    await testWindow.page.route('**/api/forgot-password', async (route) => {
      await held.promise;
      await route.continue();
    });
    await open();
    await email().fill(ann.email);
    await button('Forgot Password?').click();
    expect(await dialog().getByLabel('Email').inputValue()).toBe(ann.email);
    const [sent] = await Promise.all([
      testWindow.page.waitForRequest('**/api/forgot-password'),
      dialog().getByRole('button', { name: 'Send Password' }).click(),
    ]);
    expect(sent.postDataJSON()).toEqual({ email: ann.email });
    await dialog().waitFor({ state: 'detached' });
    expect(await button('Sending…').isDisabled()).toBe(true);
    held.resolve(undefined);
    const text = 'Please check your email for your password.';
    await toast('Password Reset Email Sent').getByText(text, { exact: true }).waitFor();
    await button('Forgot Password?').waitFor();
  });

  it('A temporary password is not requested for an invalid email', async () => {
    await open();
    await email().fill('ann');
    await button('Forgot Password?').click();
    await dialog().getByRole('button', { name: 'Send Password' }).click();
    await dialog().getByText('Invalid email address').waitFor();
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await dialog().waitFor({ state: 'detached' });
    expect(await testWindow.page.getByText('Invalid email address').count()).toBe(0);
  });

  it('A temporary password is requested by keyboard alone, and the focus returns', async () => {
    await open();
    await email().fill(ann.email);
    await focus(button('Forgot Password?'));
    await testWindow.page.keyboard.press('Enter');
    const field = dialog().getByLabel('Email');
    const isFocused = () => field.evaluate((input) => input === document.activeElement);
    expect(await isFocused()).toBe(true);
    for (let stop = 0; stop < 3; stop += 1) await testWindow.page.keyboard.press('Tab');
    expect(await isFocused()).toBe(true);
    await testWindow.page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    expect(await button('Forgot Password?').evaluate((link) => link === document.activeElement)).toBe(true);
    await testWindow.page.keyboard.press('Enter');
    await testWindow.page.keyboard.press('Enter');
    await toast('Password Reset Email Sent').waitFor();
  });
});

describe('A toast', () => {
  // Interception that begins while the code of toasts is loaded may lose its request.
  beforeEach(() => answer('/api/login', 500, 'No text yet'));

  async function failToLogIn(text: string) {
    await answer('/api/login', 500, text);
    await button('Login').click();
    await toast(text).getByRole('button', { name: 'Close' }).waitFor();
  }

  it('A toast is the only one, at most 420 px wide, and is reached by F8', async () => {
    await open();
    await fill(ann);
    await failToLogIn('First');
    await failToLogIn('Second');
    // A toast that is pointed at stays.
    await toast('Second').hover();
    expect(await testWindow.page.getByRole('listitem').filter({ hasText: 'Login failed' }).count()).toBe(1);
    const viewport = testWindow.page.getByRole('list').filter({ has: toast('Second') });
    expect((await viewport.boundingBox())?.width).toBe(420);
    await testWindow.page.keyboard.press('F8');
    expect(await viewport.evaluate((list) => list === document.activeElement)).toBe(true);
  });

  it('A toast stays for 5 s', async () => {
    const { clock, mouse } = testWindow.page;
    await clock.install();
    await open();
    await fill(ann);
    await mouse.move(10, 10);
    await clock.pauseAt(Date.now() + 60_000);
    await failToLogIn('Gone soon');
    await clock.runFor(4800);
    expect(await toast('Gone soon').count()).toBe(1);
    await clock.runFor(400);
    await toast('Gone soon').waitFor({ state: 'detached' });
  });

  it('A toast is dismissed by a swipe of 50 px to the right, not by a shorter one', async () => {
    await open();
    await fill(ann);
    await failToLogIn('Swiped');
    await toast('Swiped').hover();
    const swipe = async (by: number) => {
      const box = await toast('Swiped').boundingBox();
      const [x, y] = [(box?.x ?? 0) + 30, (box?.y ?? 0) + 15];
      await testWindow.page.mouse.move(x, y);
      await testWindow.page.mouse.down();
      await testWindow.page.mouse.move(x + by / 2, y);
      await testWindow.page.mouse.move(x + by, y);
      await testWindow.page.mouse.up();
    };
    await swipe(40);
    expect(await toast('Swiped').getAttribute('data-state')).toBe('open');
    await swipe(60);
    await toast('Swiped').waitFor({ state: 'detached' });
  });
});
