import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { type ApiUser, createApiUser } from './api-user.ts';
import { overrideUser, registerAnyone, setUpApp } from './test-app.ts';

const app = setUpApp();
let ann: ApiUser;
let page: Page;

const toast = (title: string) => page.getByRole('listitem').filter({ hasText: title });

beforeEach(async () => {
  ann = await registerAnyone(app);
  page = await app.open(ann, '/profile');
  return () => page.context().close();
});

describe('The profile settings', () => {
  it('The profile settings have four cards and a link to the home page', async () => {
    await page.getByRole('heading', { name: 'Profile Settings', level: 1 }).waitFor();
    const cards = await page.getByRole('heading', { level: 2 }).allInnerTexts();
    expect(cards).toEqual(['Membership', 'Filter Preferences', 'Update Credentials', 'Security']);
    expect(await page.getByRole('link', { name: 'Admin Dashboard' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Back to Home' }).click();
    await page.getByRole('heading', { name: 'Welcome back!' }).waitFor();
  });

  it('The profile settings link admins to their dashboard', async () => {
    const other = await app.open(app.root, '/profile');
    await other.getByRole('link', { name: 'Admin Dashboard' }).click();
    await other.getByRole('heading', { name: 'Admin Dashboard' }).waitFor();
    await other.context().close();
  });

  it('The profile settings keep the values they do not show: tiny homes and the notification frequency', async () => {
    await ann.send('PATCH', '/api/profile', { includeTinyHomes: true, notificationPreference: 'daily' });
    expect(await page.getByLabel('Include Tiny Homes').count()).toBe(0);
    expect(await page.getByLabel('Notification Preference').count()).toBe(0);
    await page.getByLabel('ZIP Code').fill('48201');
    await page.getByLabel('Include Raw Land').check();
    await page.getByRole('button', { name: 'Save Preferences' }).click();
    await toast('Profile Updated').getByText('Your filter preferences have been saved.').waitFor();
    expect(await ann.get('/api/user')).toMatchObject({
      zipCode: '48201',
      includeRawLand: true,
      includeTinyHomes: true,
      notificationPreference: 'daily',
    });
  });
});

describe('The credentials', () => {
  const current = () => page.getByLabel('Current Password');
  const next = () => page.getByLabel('New Password');
  const email = () => page.getByRole('textbox', { name: 'Email', exact: true });
  const update = () => page.getByRole('button', { name: 'Update Credentials' });

  it('The credentials require the current password, a valid email, and six characters', async () => {
    await email().fill('no address');
    await next().fill('short');
    await update().click();
    for (const text of [
      'Invalid email address',
      'Current password is required',
      'Password must be at least 6 characters',
    ]) {
      await page.getByRole('alert').filter({ hasText: text }).waitFor();
    }
    expect(await ann.get('/api/user')).toMatchObject({ email: ann.email });
  });

  it('The credentials are changed, and the form is empty but for the new email', async () => {
    const other = await app.open(ann, '/');
    await email().fill(`changed-${ann.email}`);
    await current().fill('house hunter');
    await next().fill('another password');
    await update().click();
    await toast('Credentials Updated')
      .getByText('Your email and/or password have been updated successfully.')
      .waitFor();
    expect(await email().inputValue()).toBe(`changed-${ann.email}`);
    expect([await current().inputValue(), await next().inputValue()]).toEqual(['', '']);
    await other.getByText(`changed-${ann.email}`).first().waitFor();
    const again = await createApiUser(() => app.product.url, '/api/login', `changed-${ann.email}`, 'another password');
    expect(again.id).toBe(ann.id);
    await other.context().close();
  });

  it("The credentials show the server's refusal, and keep the input", async () => {
    await current().fill('not this one');
    await next().fill('another password');
    await update().click();
    await toast('Update failed').getByText('400: Current password is incorrect', { exact: true }).waitFor();
    expect(await next().inputValue()).toBe('another password');
    await current().and(page.locator('[aria-invalid=true]:focus')).waitFor();
    await page
      .getByRole('alert')
      .filter({ hasText: /^Current password is incorrect$/ })
      .waitFor();
    await current().fill('house hunter');
    await next().fill('');
    await update().click();
    await toast('Update failed').getByText('400: Nothing to update', { exact: true }).waitFor();
  });

  it('The credentials report that the store is down, and are disabled while sending', async () => {
    const answer = Promise.withResolvers<undefined>();
    let calls = 0;
    await page.route('**/api/profile/credentials', async (route) => {
      calls += 1;
      await answer.promise;
      await route.fulfill({ status: 503, body: 'The store is down', contentType: 'text/plain' });
    });
    await current().fill('house hunter');
    await next().fill('another password');
    await update().dblclick();
    const pending = page.getByRole('button', { name: 'Updating…' });
    await pending.waitFor();
    expect(await pending.isDisabled()).toBe(true);
    answer.resolve(undefined);
    await toast('Update failed').getByText('503: The store is down', { exact: true }).waitFor();
    expect(calls).toBe(1);
  });
});

it('A user who signed in with a temporary password is asked for a new one', async () => {
  await overrideUser(page, app.product.url, { mustChangePassword: true });
  await page.reload();
  await page.getByRole('button', { name: 'Choose a new password' }).click();
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('currentPassword');
});
