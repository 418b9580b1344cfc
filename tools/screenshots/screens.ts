import type { Page } from 'playwright-core';
import type { DemoUser } from './demo-app.ts';

export type Screen = {
  name: string;
  who: DemoUser | null;
  path: string;
  /** Brings the loaded page into the state to capture. */
  show: (page: Page) => Promise<unknown>;
  /** Whether an overlay is open; then only the visible part of the page is captured. */
  isLayered?: true;
};

const waitForHeading = (name: string) => (page: Page) => page.getByRole('heading', { name, exact: true }).waitFor();
const waitForDialog = (page: Page) => page.getByRole('dialog').waitFor();
const clickButton = (name: string) => (page: Page) => page.getByRole('button', { name }).first().click();
const runSteps =
  (...steps: ((page: Page) => Promise<unknown>)[]) =>
  async (page: Page) => {
    for (const step of steps) await step(page);
  };

const waitForAdminPage = runSteps(
  (page) => page.getByText('ann@example.com').first().waitFor(),
  (page) => page.locator('.recharts-pie-sector').first().waitFor(),
  (page) => page.getByText('Announcement published').first().waitFor(),
);

export const screens: readonly Screen[] = [
  { name: 'auth-login', who: null, path: '/auth', show: waitForHeading('Sign in') },
  {
    name: 'auth-register',
    who: null,
    path: '/auth',
    show: runSteps((page) => page.getByRole('tab', { name: 'Register' }).click(), clickButton('Register')),
  },
  {
    name: 'auth-how-it-works',
    who: null,
    path: '/auth',
    show: (page) => page.getByText('Learn more | How it works').click(),
  },
  {
    name: 'auth-forgot-password',
    isLayered: true,
    who: null,
    path: '/auth',
    show: runSteps(clickButton('Forgot Password?'), waitForDialog),
  },
  { name: 'home-new', who: 'leo', path: '/', show: (page) => page.getByText('No listings yet.').waitFor() },
  {
    name: 'home-active',
    who: 'ann',
    path: '/',
    show: runSteps(
      (page) => page.getByText('In the last 30 days').waitFor(),
      (page) => page.getByRole('button', { name: 'Why you got this' }).first().click(),
      (page) =>
        page
          .getByText(/of 75 miles/)
          .first()
          .waitFor(),
    ),
  },
  {
    name: 'home-higher-limit',
    isLayered: true,
    who: 'leo',
    path: '/',
    show: runSteps(clickButton('Request higher limit'), waitForDialog),
  },
  {
    name: 'home-toast',
    isLayered: true,
    who: 'leo',
    path: '/',
    show: runSteps(clickButton('Save Preferences'), (page) => page.getByText('Profile Updated').first().waitFor()),
  },
  { name: 'profile', who: 'ann', path: '/profile', show: (page) => page.getByText('In the last 30 days').waitFor() },
  { name: 'checkout-demo', who: 'leo', path: '/checkout', show: (page) => page.getByText('leo@example.com').waitFor() },
  { name: 'access-denied', who: 'leo', path: '/admin', show: waitForHeading('Access Denied') },
  { name: 'admin', who: 'admin', path: '/admin', show: waitForAdminPage },
  {
    name: 'admin-row-open',
    who: 'admin',
    path: '/admin',
    show: runSteps(
      waitForAdminPage,
      clickButton('Listings of ann@example.com'),
      (page) => page.getByRole('button', { name: 'Save Listings' }).waitFor(),
      clickButton('Show password'),
      (page) => page.getByRole('button', { name: 'Hide password' }).waitFor(),
    ),
  },
  {
    name: 'admin-visitor-details',
    who: 'admin',
    path: '/admin',
    show: runSteps(waitForAdminPage, (page) => page.getByRole('tab', { name: 'Visitor Details' }).click()),
  },
  {
    name: 'admin-import',
    isLayered: true,
    who: 'admin',
    path: '/admin',
    show: runSteps(waitForAdminPage, clickButton('Import Users'), waitForDialog),
  },
  {
    name: 'workflow-log',
    who: 'admin',
    path: '/admin/workflow-log',
    show: (page) =>
      page
        .getByText(/^Alert sent to/)
        .first()
        .waitFor(),
  },
  {
    name: 'time-travel',
    who: 'admin',
    path: '/admin/history/as-of?user=ann@example.com',
    show: (page) => page.getByText('What It Was').waitFor(),
  },
  {
    name: 'time-travel-members',
    who: 'admin',
    path: '/admin/history/as-of?members=2026-01-01',
    show: (page) => page.getByText('Members as of').waitFor(),
  },
  { name: 'layout-diagram', who: 'admin', path: '/layout-diagram', show: waitForHeading('Layout Diagram') },
  { name: 'privacy-policy', who: null, path: '/privacy-policy', show: waitForHeading('Privacy Policy') },
  { name: 'service-agreement', who: null, path: '/service-agreement', show: waitForHeading('Service Agreement') },
  { name: 'not-found', who: null, path: '/nowhere', show: waitForHeading('404 Page Not Found') },
  {
    name: 'offline',
    who: null,
    path: '/auth',
    show: async (page) => {
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => null));
      await page.context().setOffline(true);
      await page.reload();
      await waitForHeading('You are offline')(page);
    },
  },
];
