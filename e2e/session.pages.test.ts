import { describe, expect, it } from 'vitest';
import { authPage } from './auth-page.ts';
import { person } from './client.ts';
import { givenWindow } from './window.ts';

const root = { email: 'root@example.com', password: 'correct horse' };
const ended = 'Your session has ended. Please sign in again.';
const given = givenWindow({ ADMIN_EMAIL: root.email, ADMIN_PASSWORD: root.password }, 600);
const { button, home, logIn, open, tab } = authPage(given);

const path = () => {
  const { pathname, search, hash } = new URL(given.page.url());
  return pathname + search + hash;
};

async function openHome() {
  await open();
  await logIn(root);
  await home();
}

describe('the way back', () => {
  it('leads on to what was asked for', async () => {
    await given.page.goto(`${given.url}/admin?from=mail#log`);
    await tab('Login').waitFor();
    expect(path()).toBe('/auth');
    expect(await given.page.getByText(ended).count()).toBe(0);
    await logIn(root);
    await given.page.getByRole('heading', { name: 'Admin Dashboard' }).waitFor();
    expect(path()).toBe('/admin?from=mail#log');
  });

  it('is kept by a session that ends, with a word of why', async () => {
    await openHome();
    await given.page.goto(`${given.url}/profile`);
    await given.page.getByRole('heading', { name: 'Profile Settings' }).waitFor();
    await given.context.clearCookies();
    await given.page.reload();
    await given.page.getByRole('alert').filter({ hasText: ended }).waitFor();
    expect(path()).toBe('/auth');
    await given.page.reload();
    await given.page.getByText(ended).waitFor();
    await logIn(root);
    await given.page.getByRole('heading', { name: 'Profile Settings' }).waitFor();
  });

  it('is not kept by who logs out', async () => {
    await openHome();
    await given.page.getByRole('link', { name: 'Admin Dashboard' }).click();
    await given.page.getByRole('heading', { name: 'Admin Dashboard' }).waitFor();
    await button('Logout').click();
    await tab('Login').waitFor();
    expect(await given.page.getByText(ended).count()).toBe(0);
    await logIn(root);
    await home();
    expect(path()).toBe('/');
  });
});

describe('several windows', () => {
  it('sign out together, and in', async () => {
    await openHome();
    const other = await given.context.newPage();
    await other.goto(`${given.url}/profile`);
    await other.getByRole('heading', { name: 'Profile Settings' }).waitFor();
    await button('Logout').click();
    await other.getByRole('tab', { name: 'Login' }).waitFor();
    expect(await other.getByText(ended).count()).toBe(0);
    await logIn(root);
    await other.getByRole('heading', { name: 'Profile Settings' }).waitFor();
  });

  it('sign out together without a live connection', async () => {
    await given.context.routeWebSocket(/socket\.io/, () => undefined);
    await open();
    await logIn(root);
    await home();
    const other = await given.context.newPage();
    await other.goto(`${given.url}/`);
    await other.getByRole('heading', { name: 'Welcome back!' }).waitFor();
    await button('Logout').click();
    await other.getByRole('tab', { name: 'Login' }).waitFor();
  });

  it('leave a session that was ended from elsewhere, and say so', async () => {
    const eve = { email: 'eve@example.com', password: 'correct horse' };
    const api = await person(() => given.url, '/api/register', eve.email, eve.password);
    await open();
    await logIn(eve);
    await home();
    await api.send('PATCH', '/api/profile/credentials', {
      currentPassword: eve.password,
      newPassword: 'battery staple',
    });
    await given.page.getByText(ended).waitFor();
  });

  it('show nothing of one person to the next', async () => {
    const bob = { email: 'bob@example.com', password: 'correct horse' };
    await person(() => given.url, '/api/register', bob.email, bob.password);
    await openHome();
    await given.page.getByLabel('ZIP Code').fill('48201');
    await given.page.evaluate(
      (body) =>
        fetch('/api/login', { method: 'POST', headers: { 'content-type': 'application/json' }, body }).then(() => {
          new BroadcastChannel('session').postMessage(null);
        }),
      JSON.stringify(bob),
    );
    await given.page.getByText(bob.email).first().waitFor();
    expect(await given.page.getByLabel('ZIP Code').inputValue()).toBe('');
  });
});

describe('moving between pages', () => {
  const focused = () => given.page.evaluate(() => document.querySelector('h1:focus')?.textContent);

  it('takes the focus and the title along', async () => {
    await openHome();
    await expect.poll(focused).toBe('Welcome back!');
    expect(await given.page.title()).toBe('Home · Off-Market Scout');
    await given.page.getByRole('link', { name: 'Admin Dashboard' }).click();
    await expect.poll(focused).toBe('Admin Dashboard');
    expect(await given.page.title()).toBe('Admin Dashboard · Off-Market Scout');
    await given.page.goBack();
    await expect.poll(focused).toBe('Welcome back!');
  });

  it('back and forward keep their place', async () => {
    await openHome();
    const top = () => given.page.evaluate(() => window.scrollY);
    await given.page.getByRole('button', { name: 'Update Credentials' }).scrollIntoViewIfNeeded();
    const before = await top();
    expect(before).toBeGreaterThan(100);
    await given.page.getByRole('link', { name: 'Admin Dashboard' }).click();
    await expect.poll(focused).toBe('Admin Dashboard');
    expect(await top()).toBe(0);
    await given.page.goBack();
    await expect.poll(focused).toBe('Welcome back!');
    await expect.poll(top).toBe(before);
  });
});
