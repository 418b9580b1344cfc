import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { ApiUser } from './api-user.ts';
import { type TestApp, startTestApp } from './test-app.ts';

let app: TestApp;
let ann: ApiUser;
beforeAll(async () => {
  app = await startTestApp();
  ann = await app.register('ann@example.com');
  await ann.send('PATCH', '/api/profile', { zipCode: '48201' });
});
afterEach(async () => {
  for (const context of app.browser.contexts()) await context.close();
});
afterAll(() => app.close());

it('the sign-in page says what it is for before its scripts are there, and says it once', async () => {
  const page = await app.browser.newPage();
  const held = Promise.withResolvers<undefined>();
  await page.route('**/assets/app-*.js', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto(`${app.product.url}/auth`, { waitUntil: 'commit' });
  await page.getByText('Be the first to be notified').waitFor();
  expect(await page.getByRole('tab').count()).toBe(0);
  held.resolve(undefined);
  await page.getByRole('tab', { name: 'Login' }).waitFor();
  expect(await page.getByText('Be the first to be notified').count()).toBe(1);
});

it('nobody is asked for where the browser has no session', async () => {
  const page = await app.browser.newPage();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(`${app.product.url}/auth`);
  await page.getByRole('tab', { name: 'Login' }).waitFor();
  expect(asked).not.toContain('/api/user');
});

it('what fails without a network is said, though nothing was touched before', async () => {
  const page = await app.open(ann, '/');
  // It is there, with nobody having touched the page, as soon as it can say something.
  await page.getByRole('region', { name: /^Notifications \(/ }).waitFor({ state: 'attached' });
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Save Preferences' }).click();
  await page.getByText('Update failed').first().waitFor();
});
