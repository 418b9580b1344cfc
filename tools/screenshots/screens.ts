import type { Page } from 'playwright-core';
import type { DemoUser } from './demo-app.ts';

export type Screen = {
  name: string;
  user: DemoUser | null;
  path: string;
  /** Brings the loaded page into the state to capture. */
  open: (page: Page) => Promise<unknown>;
  /** Whether an overlay is open; then only the visible part of the page is captured. */
  hasOverlay?: true;
};

const waitForHeading = (name: string) => (page: Page) => page.getByRole('heading', { name, exact: true }).waitFor();
const waitForText = (text: string | RegExp) => (page: Page) => page.getByText(text).first().waitFor();
const waitForDialog = (page: Page) => page.getByRole('dialog').waitFor();
const clickButton = (name: string) => (page: Page) => page.getByRole('button', { name }).first().click();
const runSteps =
  (...steps: ((page: Page) => Promise<unknown>)[]) =>
  async (page: Page) => {
    for (const step of steps) await step(page);
  };

const waitForAdminPage = runSteps(
  waitForText('ann@example.com'),
  (page) => page.locator('.recharts-pie-sector').first().waitFor(),
  waitForText('Announcement published'),
);

export const screens: readonly Screen[] = [
  { name: 'auth-login', user: null, path: '/auth', open: waitForHeading('Sign in') },
  {
    name: 'auth-register',
    user: null,
    path: '/auth',
    open: runSteps((page) => page.getByRole('tab', { name: 'Register' }).click(), clickButton('Register')),
  },
  {
    name: 'auth-how-it-works',
    user: null,
    path: '/auth',
    open: (page) => page.getByText('Learn more | How it works').click(),
  },
  {
    name: 'auth-forgot-password',
    hasOverlay: true,
    user: null,
    path: '/auth',
    open: runSteps(clickButton('Forgot Password?'), waitForDialog),
  },
  { name: 'home-new', user: 'leo', path: '/', open: waitForText('No listings yet.') },
  {
    name: 'home-active',
    user: 'ann',
    path: '/',
    open: runSteps(
      (page) => page.locator('article img[src^="/api/pictures/"]').first().waitFor(),
      (page) => page.getByRole('button', { name: 'Why you got this' }).first().click(),
      waitForText(/within 75/),
    ),
  },
  {
    name: 'home-higher-limit',
    hasOverlay: true,
    user: 'leo',
    path: '/',
    open: runSteps(clickButton('Request higher limit'), waitForDialog),
  },
  {
    name: 'home-toast',
    hasOverlay: true,
    user: 'leo',
    path: '/',
    open: runSteps(clickButton('Save Preferences'), waitForText('Profile Updated')),
  },
  { name: 'profile', user: 'ann', path: '/profile', open: waitForText('matched in the last 30 days') },
  { name: 'checkout-demo', user: 'leo', path: '/checkout', open: waitForText('leo@example.com') },
  { name: 'access-denied', user: 'leo', path: '/admin', open: waitForHeading('Access Denied') },
  { name: 'admin', user: 'admin', path: '/admin', open: waitForAdminPage },
  {
    name: 'admin-row-open',
    user: 'admin',
    path: '/admin',
    open: runSteps(
      waitForAdminPage,
      clickButton('Listings of ann@example.com'),
      (page) => page.getByRole('button', { name: 'Save Listings' }).waitFor(),
      clickButton('Show password'),
      (page) => page.getByRole('button', { name: 'Hide password' }).waitFor(),
    ),
  },
  {
    name: 'user',
    user: 'admin',
    path: '/admin',
    open: runSteps(
      waitForAdminPage,
      (page) => page.getByRole('cell').getByRole('link', { name: 'ann@example.com' }).first().click(),
      waitForHeading('ann@example.com'),
      waitForText('Email sent'),
    ),
  },
  {
    name: 'admin-visitor-details',
    user: 'admin',
    path: '/admin',
    open: runSteps(waitForAdminPage, (page) => page.getByRole('tab', { name: 'Visitor Details' }).click()),
  },
  {
    name: 'admin-import',
    hasOverlay: true,
    user: 'admin',
    path: '/admin',
    open: runSteps(waitForAdminPage, clickButton('Import Users'), waitForDialog),
  },
  { name: 'workflow-log', user: 'admin', path: '/admin/workflow-log', open: waitForText(/^Alert sent to/) },
  {
    name: 'time-travel',
    user: 'admin',
    path: '/admin/history/as-of?user=ann@example.com',
    open: (page) => page.getByText('State at this point', { exact: true }).waitFor(),
  },
  {
    name: 'time-travel-members',
    user: 'admin',
    path: '/admin/history/as-of?members=2026-01-01',
    open: waitForText('Members as of'),
  },
  { name: 'layout-diagram', user: 'admin', path: '/layout-diagram', open: waitForHeading('Layout Diagram') },
  { name: 'privacy-policy', user: null, path: '/privacy-policy', open: waitForHeading('Privacy Policy') },
  { name: 'service-agreement', user: null, path: '/service-agreement', open: waitForHeading('Service Agreement') },
  { name: 'not-found', user: null, path: '/nowhere', open: waitForHeading('404 Page Not Found') },
  {
    name: 'offline',
    user: null,
    path: '/auth',
    open: async (page) => {
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => null));
      await page.context().setOffline(true);
      await page.reload();
      await waitForHeading('You are offline')(page);
    },
  },
];
