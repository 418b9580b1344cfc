import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { createAuthPage } from './auth-page.ts';
import { createApiUser } from './api-user.ts';
import { readMailedPassword } from './mailbox.ts';
import { setUpWindow } from './test-window.ts';

const testWindow = setUpWindow({ RATE_FORGOT: '100000/1m' });
const { button, dialog, email, home, logIn, open, tab, toast } = createAuthPage(testWindow);

it('A temporary password from a mail signs its owner in, who is asked for a new one', async () => {
  const ann = { email: `${randomUUID()}@example.com`, password: 'correct horse' };
  await createApiUser(() => testWindow.url, '/api/register', ann.email, ann.password);
  const focused = () => testWindow.page.evaluate(() => document.activeElement?.getAttribute('name'));
  await open();
  await email().fill(ann.email);
  await button('Forgot Password?').click();
  await dialog().getByRole('button', { name: 'Send Password' }).click();
  await toast('Password Reset Email Sent').waitFor();
  await expect.poll(() => readMailedPassword(testWindow.dataDir, ann.email)).toBeTruthy();
  const password = (await readMailedPassword(testWindow.dataDir, ann.email)) ?? '';

  await testWindow.page.goto(`${testWindow.url}/profile`);
  await logIn({ email: ann.email, password });
  await home();
  await testWindow.page.getByRole('alert').filter({ hasText: 'You’re using a temporary password' }).waitFor();
  await expect.poll(focused).toBe('newPassword');
  expect(await testWindow.page.getByLabel('Current Password').inputValue()).toBe(password);
  const stored = await testWindow.page.evaluate(() =>
    [JSON.stringify(localStorage), JSON.stringify(sessionStorage), document.cookie].join(),
  );
  expect(stored).not.toContain(password);
  await testWindow.page.getByLabel('New Password').fill('battery staple');
  await button('Update Credentials').click();
  await toast('Credentials Updated').waitFor();
  expect(await testWindow.page.getByText('You’re using a temporary password').count()).toBe(0);

  await button('Logout').click();
  await tab('Login').waitFor();
  await logIn({ email: ann.email, password });
  await toast('Login failed').getByText('401: Incorrect email or password', { exact: true }).waitFor();
  await logIn({ email: ann.email, password: 'battery staple' });
  await home();
});
