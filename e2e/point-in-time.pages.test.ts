import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { embeddedEnvironment } from '#server/testing/environment.ts';
import { spawnScript } from '#server/testing/run-script.ts';
import type { ApiUser } from './api-user.ts';
import { setUpApp, closeWindowsAfterEach, registerMember } from './test-app.ts';
import { focus } from './browser.ts';
import { removeFolder, createTemporaryFolder } from './product.ts';
import { expectAccessible, collectPageErrors, viewports } from './accessibility.ts';

const app = setUpApp();
closeWindowsAfterEach(app);
let ann: ApiUser;
beforeAll(async () => {
  ann = await registerMember(app, 'ann@example.com', { maxPrice: 60_000, zipCode: '48204' });
  await ann.send('PATCH', '/api/profile', { maxPrice: 70_000 });
});

const path = '/admin/history/as-of';
const line = (page: Page, name: string) => page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) });

describe('The point-in-time page', () => {
  it('The point-in-time page steps through the events of a user by keyboard, with the position in the address', async () => {
    const page = await app.open(app.root, path);
    await page.getByLabel('Email or id').fill('ANN@example.com');
    await page.keyboard.press('Enter');
    await page.getByText('Event 5 of 5').waitFor();
    await line(page, 'Max price').getByText('$70,000').waitFor();
    await line(page, 'Max price').getByText('Changed').waitFor();
    await focus(page.getByRole('slider'));
    await page.keyboard.press('ArrowLeft');
    await page.getByText('Event 4 of 5').waitFor();
    await expect.poll(() => page.getByRole('slider').getAttribute('aria-valuetext')).toContain('Member since set to');
    await page.getByRole('button', { name: 'Earlier' }).click();
    await page.getByRole('button', { name: 'Earlier' }).click();
    await expect.poll(() => line(page, 'ZIP code').textContent()).toContain('Before:Not set');
    await line(page, 'Max price').getByText('$60,000').waitFor();
    await line(page, 'Membership').getByText('Unconfirmed').waitFor();
    const address = page.url();
    expect(address).toMatch(/user=ANN%40example\.com&position=\d+$/);
    await page.reload();
    await page.getByText('Event 2 of 5').waitFor();
    await focus(page.getByRole('slider'));
    await page.keyboard.press('Home');
    await page.getByText('Did not exist yet.').waitFor();
  });

  it('The point-in-time page counts every click, however quick', async () => {
    const page = await app.open(app.root, `${path}?user=${ann.id}`);
    await page.getByText('Event 5 of 5').waitFor();
    await page.getByRole('button', { name: 'Earlier' }).click({ clickCount: 3 });
    await page.getByText('Event 2 of 5').waitFor();
    await page.getByRole('button', { name: 'Later' }).click({ clickCount: 2 });
    await page.getByText('Event 4 of 5').waitFor();
  });

  it('The point-in-time page goes to a time and to a position', async () => {
    const page = await app.open(app.root, `${path}?user=${ann.id}`);
    await page.getByLabel('Date and time').fill('2020-01-01T10:00:00');
    await page.keyboard.press('Enter');
    await page.getByText('Event 0 of 5').waitFor();
    await page.getByLabel('Position in the log').fill('1000');
    await page.keyboard.press('Enter');
    await page.getByText('Event 5 of 5').waitFor();
  });

  it('The point-in-time page shows one user after another', async () => {
    const page = await app.open(app.root, path);
    const asked = page.getByLabel('Email or id');
    for (const email of [ann.email, app.root.email, ann.email]) {
      await asked.fill(email);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: email }).waitFor();
      expect(await asked.inputValue()).toBe(email);
      expect(await asked.evaluate((field) => field === document.activeElement)).toBe(true);
    }
    await page.goBack();
    await page.getByRole('heading', { name: app.root.email }).waitFor();
    await expect.poll(() => asked.inputValue()).toBe(app.root.email);
  });

  it('The point-in-time page says if the user does not exist', async () => {
    const page = await app.open(app.root, `${path}?user=nobody@example.com`);
    await page.getByRole('alert').getByText('404: No such user').waitFor();
  });

  it('The point-in-time page builds the members’ table of a day, sorts and searches it', async () => {
    const page = await app.open(app.root, path);
    await page.getByLabel('Show').selectOption('members');
    await page.getByLabel('As of the end of').fill(new Date().toISOString().slice(0, 10));
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.getByRole('cell', { name: 'ann@example.com' }).waitFor();
    await page.getByRole('button', { name: 'Max Price' }).click();
    await page.getByRole('columnheader', { name: 'Max Price' }).and(page.locator('[aria-sort=ascending]')).waitFor();
    await page.getByLabel('Search by email or ZIP').fill('root');
    await page.getByRole('cell', { name: 'ann@example.com' }).waitFor({ state: 'detached' });
    await page.getByRole('cell', { name: 'root@example.com' }).waitFor();
    await app.register(`${'long'.repeat(16)}@${'domain.'.repeat(20)}example.com`);
    await page.goto(`${app.product.url}${path}?members=${new Date().toISOString()}`);
    const long = page.getByRole('cell', { name: 'longlong' });
    expect((await long.boundingBox())?.width).toBeLessThan(400);
  });

  it('The point-in-time page shows the progress of a table, and cancels its build', async () => {
    const page = await app.open(app.root, path);
    const told = {
      id: 't-1',
      state: 'building',
      percent: 42,
      asked: '2026-01-01',
      position: null,
      at: null,
      total: null,
    };
    await page.route('**/api/admin/history/members', (route) => route.fulfill({ status: 201, json: told }));
    await page.getByLabel('Show').selectOption('members');
    await page.getByLabel('As of the end of').fill('2026-01-01');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.getByText('42%').waitFor();
    expect(await page.getByRole('progressbar').getAttribute('value')).toBe('42');
    const [removed] = await Promise.all([
      page.waitForRequest((request) => request.method() === 'DELETE'),
      page.getByRole('button', { name: 'Cancel' }).click(),
    ]);
    expect(removed.url()).toContain('/api/admin/history/members/t-1');
    await page.getByText('42%').waitFor({ state: 'detached' });
    expect(page.url().endsWith(path)).toBe(true);
  });

  it('The point-in-time page says if there was no user yet, and if a table cannot be built', async () => {
    const page = await app.open(app.root, `${path}?members=2020-01-01`);
    await page.getByText('There were no users yet.').waitFor();
    await page.route('**/api/admin/history/members', (route) => route.fulfill({ status: 409, body: 'Others look' }));
    await page.goto(`${app.product.url}${path}?members=2020-01-02`);
    await page.getByRole('alert').getByText('409: Others look').waitFor();
  });

  it.each(viewports)(
    'The point-in-time page is accessible at $width px, $colorScheme',
    async ({ colorScheme, width }) => {
      const options = { colorScheme, viewport: { width, height: 800 } };
      const page = await app.open(app.root, `${path}?user=${ann.id}`, options);
      const faults = collectPageErrors(page);
      await page.getByText('Event 5 of 5').waitFor();
      await expectAccessible(page, faults);
      await page.goto(`${app.product.url}${path}?members=${new Date().toISOString().slice(0, 10)}`);
      await page.getByRole('cell', { name: 'ann@example.com' }).waitFor();
      await expectAccessible(page, faults);
    },
  );
});

describe('A copy as of a point in time', () => {
  let folder: string;
  let serving: ChildProcess;
  beforeAll(async () => {
    folder = await createTemporaryFolder();
  });
  afterAll(async () => {
    serving.kill('SIGTERM');
    await once(serving, 'exit');
    await removeFolder(folder);
  });

  it('A copy as of a point in time is replayed and served, with a banner on every page, and accepts no change', async () => {
    const into = join(folder, 'copy');
    const env = { DATA_DIR: app.product.dataDir };
    const args = ['replay', '--until', '4', '--into', into];
    const replayed = await spawnScript('server/cli/history/history.ts', { args, env });
    expect(replayed.stderr).toBe('');
    serving = spawn(process.execPath, ['server/cli/history/history.ts', 'serve', into, '--port', '0'], {
      env: embeddedEnvironment,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const link = await linkOf(serving);
    const page = await app.browser.newPage();
    const banner = page.getByRole('complementary', { name: 'About this copy' });
    await page.goto(link);
    await page.getByRole('heading', { name: 'Admin Dashboard' }).waitFor();
    await banner.getByText('It is read-only.').waitFor();
    // The copy has no log to browse.
    expect(await page.getByRole('link', { name: 'History' }).count()).toBe(0);
    await page.getByLabel('Message').fill('Hello');
    await page.getByRole('button', { name: 'Update Announcement' }).click();
    await page.getByRole('button', { name: 'Publish' }).click();
    await page
      .getByText(/409: This is a copy as of/)
      .first()
      .waitFor();
    await page.goto(new URL('/privacy-policy', link).href);
    await banner.waitFor();
    await expectAccessible(page, []);
  });
});

async function linkOf({ stdout }: ChildProcess): Promise<string> {
  if (!stdout) throw new Error('The copy is served without a stdout');
  for await (const said of createInterface({ input: stdout })) {
    const found = /Sign in once at (http:\S+)$/.exec(said);
    if (found?.[1] !== undefined) return found[1];
  }
  throw new Error('The copy said nothing of a link');
}
