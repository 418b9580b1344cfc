import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { findCard, createHelper } from './admin-page.ts';
import { setUpApp } from './test-app.ts';

const app = setUpApp();
let page: Page;

beforeAll(async () => {
  await createHelper(app);
  page = await app.open(app.root, '/admin', { viewport: { width: 1440, height: 900 } });
});

describe('The admin dashboard', () => {
  it('The admin dashboard links home, in one row to the other admin pages, and to the layout diagram and its auth part', async () => {
    await page.goto(`${app.product.url}/admin`);
    await page.getByRole('heading', { name: 'Admin Dashboard', level: 1 }).waitFor();
    const leadsTo = (name: string) => page.getByRole('link', { name, exact: true }).getAttribute('href');
    expect(await leadsTo('Back to Home')).toBe('/');
    const rest = page.getByRole('navigation', { name: 'Administration' }).getByRole('link');
    expect(await rest.allTextContents()).toEqual([
      'Dashboard',
      'Users',
      'Listings',
      'Review',
      'Sources',
      'Deliveries',
      'Workflow Log',
      'History',
      'Announcements',
    ]);
    expect(await leadsTo('Layout Diagram')).toBe('/layout-diagram');
    await page.getByRole('link', { name: 'Auth Page Layout' }).click();
    await page.locator('#auth-page').getByText('Two columns').waitFor();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
  });

  it('The admin dashboard is denied to a user who is not an admin', async () => {
    const window = await app.open(await app.register('ann@example.com'), '/admin');
    await window.getByRole('heading', { name: 'Access Denied' }).waitFor();
    expect(await window.getByRole('region').count()).toBe(0);
    await window.getByRole('link', { name: 'Return Home' }).click();
    await window.getByRole('heading', { name: 'Welcome back!' }).waitFor();
    await window.context().close();
  });

  it('The admin dashboard shows an error with its message if it cannot be loaded', async () => {
    // Connected already: connecting would refetch it automatically.
    const window = await app.open(app.root, '/');
    await window.route('**/api/admin/users?*', (route) =>
      route.fulfill({ status: 503, body: 'Try again in a moment' }),
    );
    await window.getByRole('link', { name: 'Admin Dashboard' }).click();
    const error = findCard(window, 'Users').getByRole('alert');
    await error.getByRole('heading', { name: 'Error' }).waitFor();
    await error.getByText('503: Try again in a moment', { exact: true }).waitFor();
    await window.unrouteAll();
    await error.getByRole('button', { name: 'Try again' }).click();
    await findCard(window, 'Users').getByRole('link', { name: 'helper@example.com' }).waitFor();
    await window.context().close();
  });
});
