import { describe, expect, it } from 'vitest';
import { createAuthPage } from './auth-page.ts';
import { createApiUser } from './api-user.ts';
import { setUpWindow } from './test-window.ts';

const root = { email: 'root@example.com', password: 'correct horse' };
const ended = 'Your session has ended. Please sign in again.';
const testWindow = setUpWindow({ ADMIN_EMAIL: root.email, ADMIN_PASSWORD: root.password }, 600);
const { button, home, logIn, open, tab } = createAuthPage(testWindow);

const path = () => {
  const { pathname, search, hash } = new URL(testWindow.page.url());
  return pathname + search + hash;
};

async function openHome() {
  await open();
  await logIn(root);
  await home();
}

describe('The return path after sign-in', () => {
  it('The return path after sign-in leads to the requested page', async () => {
    await testWindow.page.goto(`${testWindow.url}/admin?from=mail#log`);
    await tab('Login').waitFor();
    expect(path()).toBe('/auth');
    expect(await testWindow.page.getByText(ended).count()).toBe(0);
    await logIn(root);
    await testWindow.page.getByRole('heading', { name: 'Admin Dashboard' }).waitFor();
    expect(path()).toBe('/admin?from=mail#log');
  });

  it('The return path after sign-in is kept when a session ends, with an explanation', async () => {
    await openHome();
    await testWindow.page.goto(`${testWindow.url}/profile`);
    await testWindow.page.getByRole('heading', { name: 'Profile Settings' }).waitFor();
    await testWindow.context.clearCookies();
    await testWindow.page.reload();
    await testWindow.page.getByRole('alert').filter({ hasText: ended }).waitFor();
    expect(path()).toBe('/auth');
    await testWindow.page.reload();
    await testWindow.page.getByText(ended).waitFor();
    await logIn(root);
    await testWindow.page.getByRole('heading', { name: 'Profile Settings' }).waitFor();
  });

  it('The return path after sign-in is not kept after signing out', async () => {
    await openHome();
    await testWindow.page.getByRole('link', { name: 'Admin Dashboard' }).click();
    await testWindow.page.getByRole('heading', { name: 'Admin Dashboard' }).waitFor();
    await button('Logout').click();
    await tab('Login').waitFor();
    expect(await testWindow.page.getByText(ended).count()).toBe(0);
    await logIn(root);
    await home();
    expect(path()).toBe('/');
  });
});

describe('What was typed and not saved', () => {
  const message = () => testWindow.page.getByRole('textbox', { name: 'Message' });

  it('What was typed and not saved is there again after a link away, and after the session has ended', async () => {
    await openHome();
    await testWindow.page.goto(`${testWindow.url}/admin`);
    await message().fill('Closed on Monday');
    await testWindow.page.getByRole('link', { name: 'Back to Home' }).click();
    await home();
    await testWindow.page.getByLabel('Max Price').fill('31000');
    await testWindow.page.getByRole('link', { name: 'Admin Dashboard' }).click();
    expect(await message().inputValue()).toBe('Closed on Monday');
    // Earlier, another request of the page could find that the session has ended.
    await testWindow.page.route('**/api/admin/announcements', async (route) => {
      await testWindow.context.clearCookies();
      await route.continue();
    });
    await button('Update Announcement').click();
    await button('Publish').click();
    await testWindow.page.getByRole('alert').filter({ hasText: ended }).waitFor();
    await logIn(root);
    await expect.poll(() => message().inputValue()).toBe('Closed on Monday');
    await button('Discard changes').click();
    await testWindow.page.getByRole('link', { name: 'Back to Home' }).click();
    expect(await testWindow.page.getByLabel('Max Price').inputValue()).toBe('31,000');
    await testWindow.page.getByText('Unsaved changes').waitFor();
  });

  it('What was typed and not saved is forgotten by a sign-out', async () => {
    await openHome();
    await testWindow.page.getByLabel('Max Price').fill('31000');
    await button('Logout').click();
    await tab('Login').waitFor();
    await logIn(root);
    await home();
    expect(await testWindow.page.getByLabel('Max Price').inputValue()).toBe('54,000');
  });
});

describe('Several windows of one browser', () => {
  it('Several windows of one browser sign out together, and in', async () => {
    await openHome();
    const other = await testWindow.context.newPage();
    await other.goto(`${testWindow.url}/profile`);
    await other.getByRole('heading', { name: 'Profile Settings' }).waitFor();
    await button('Logout').click();
    await other.getByRole('tab', { name: 'Login' }).waitFor();
    expect(await other.getByText(ended).count()).toBe(0);
    await logIn(root);
    await other.getByRole('heading', { name: 'Profile Settings' }).waitFor();
  });

  it('Several windows of one browser sign out together without a live connection', async () => {
    await testWindow.context.routeWebSocket(/socket\.io/, () => undefined);
    await open();
    await logIn(root);
    await home();
    const other = await testWindow.context.newPage();
    await other.goto(`${testWindow.url}/`);
    await other.getByRole('heading', { name: 'Welcome back!' }).waitFor();
    await button('Logout').click();
    await other.getByRole('tab', { name: 'Login' }).waitFor();
  });

  it('Several windows of one browser leave a session that was ended elsewhere, and say so', async () => {
    const eve = { email: 'eve@example.com', password: 'correct horse' };
    const api = await createApiUser(() => testWindow.url, '/api/register', eve.email, eve.password);
    await open();
    await logIn(eve);
    await home();
    await api.send('PATCH', '/api/profile/credentials', {
      currentPassword: eve.password,
      newPassword: 'battery staple',
    });
    await testWindow.page.getByText(ended).waitFor();
  });

  it('Several windows of one browser show no data of one user to the next', async () => {
    const bob = { email: 'bob@example.com', password: 'correct horse' };
    await createApiUser(() => testWindow.url, '/api/register', bob.email, bob.password);
    await openHome();
    await testWindow.page.getByLabel('ZIP Code').fill('48201');
    await testWindow.page.evaluate(
      (body) =>
        fetch('/api/login', { method: 'POST', headers: { 'content-type': 'application/json' }, body }).then(() => {
          new BroadcastChannel('session').postMessage(null);
        }),
      JSON.stringify(bob),
    );
    await testWindow.page.getByText(bob.email).first().waitFor();
    expect(await testWindow.page.getByLabel('ZIP Code').inputValue()).toBe('');
  });
});

describe('Navigation between pages', () => {
  const focused = () => testWindow.page.evaluate(() => document.querySelector('h1:focus')?.textContent);

  it('Navigation between pages moves the focus and sets the title', async () => {
    await openHome();
    await expect.poll(focused).toBe('Welcome back!');
    expect(await testWindow.page.title()).toBe('Home · Off-Market Scout');
    await testWindow.page.getByRole('link', { name: 'Admin Dashboard' }).click();
    await expect.poll(focused).toBe('Admin Dashboard');
    expect(await testWindow.page.title()).toBe('Admin Dashboard · Off-Market Scout');
    await testWindow.page.goBack();
    await expect.poll(focused).toBe('Welcome back!');
  });

  it('Navigation between pages restores the scroll position on back and forward', async () => {
    await openHome();
    const top = () => testWindow.page.evaluate(() => window.scrollY);
    await testWindow.page.waitForLoadState('networkidle');
    await testWindow.page.getByRole('button', { name: 'Update Credentials' }).scrollIntoViewIfNeeded();
    const before = await top();
    expect(before).toBeGreaterThan(100);
    await testWindow.page.getByRole('link', { name: 'Admin Dashboard' }).click();
    await expect.poll(focused).toBe('Admin Dashboard');
    expect(await top()).toBe(0);
    await testWindow.page.goBack();
    await expect.poll(focused).toBe('Welcome back!');
    await expect.poll(top).toBe(before);
  });
});
