import type { Page, Route } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { isOnTop, findToast } from './admin-page.ts';
import { failCalls, setUpApp } from './test-app.ts';
import { focus } from './browser.ts';
import { expectAccessible, collectPageErrors, viewports } from './accessibility.ts';
import { createCsvFile, findImportDialog } from './spreadsheets.ts';

const app = setUpApp();
let page: Page;
let faults: string[];

beforeAll(async () => {
  page = await app.open(app.root, '/admin', { viewport: { width: 1440, height: 900 } });
  faults = collectPageErrors(page);
});

const { counts, dialog, open, picker } = findImportDialog(() => page);

/** Holds the next request for it back until the returned function is called. */
async function holdCall(path: string): Promise<() => void> {
  const held = Promise.withResolvers<undefined>();
  const hold = async (route: Route) => {
    await held.promise;
    await route.continue();
  };
  await page.route(path, hold, { times: 1 });
  return () => held.resolve(undefined);
}

describe('A user import', () => {
  it('A user import previews its effect, and changes nothing before it is confirmed', async () => {
    const release = await holdCall('**/api/admin/users/import?dryRun=*');
    await open();
    await picker().setInputFiles(
      createCsvFile('Email,ZIP Code\nann@example.com,1\nbob@example.com,48201\nROOT@example.com,'),
    );
    const uploading = findToast(page, 'Uploading spreadsheet...');
    await uploading.waitFor();
    expect(await isOnTop(uploading)).toBe(true);
    release();
    await dialog().getByText('This is what importing people.csv will do.').waitFor();
    await uploading.waitFor({ state: 'detached' });
    expect(await counts()).toEqual({ new: '1', updated: '0', unchanged: '1', skipped: '1' });
    await dialog().getByText('1 email with a temporary password will be sent to new users.').waitFor();
    const [, skipped] = await dialog().getByRole('row').allInnerTexts();
    expect(skipped).toBe('2\tann@example.com\tIncorrect ZIP code format, must be 5 numbers');
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    expect(await app.root.get<unknown[]>('/api/admin/users')).toHaveLength(1);
  });

  it('A user import accepts another file instead, also dropped', async () => {
    await open();
    await picker().setInputFiles(createCsvFile('Email\none@example.com'));
    await dialog().getByRole('button', { name: 'Choose another file' }).click();
    expect(await picker().evaluate((input) => input === document.activeElement)).toBe(true);
    const dropped = await page.evaluateHandle(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File(['Email\ntwo@example.com\nthree@example.com'], 'dropped.csv'));
      return transfer;
    });
    const zone = dialog().locator('label');
    await zone.dispatchEvent('dragover', { dataTransfer: dropped });
    await zone.dispatchEvent('drop', { dataTransfer: dropped });
    await dialog().getByText('This is what importing dropped.csv will do.').waitFor();
    await dialog().getByRole('button', { name: 'Import 2 users' }).waitFor();
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
  });

  it('A user import keeps the page when a file is dropped outside the drop zone', async () => {
    await open();
    const wasIgnored = await page.evaluate(() => {
      const drop = new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: new DataTransfer() });
      return !document.body.dispatchEvent(drop);
    });
    expect(wasIgnored).toBe(true);
    await page.keyboard.press('Escape');
  });

  it('A user import refuses a file of another type at once', async () => {
    await open();
    await picker().setInputFiles({ name: 'people.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') });
    const text = 'Only .xlsx, .xls and .csv files can be imported';
    await findToast(page, 'Import failed').getByText(text).waitFor();
    await dialog().getByRole('alert').getByText(text, { exact: true }).waitFor();
    await page.keyboard.press('Escape');
  });

  it('A user import of a file with other content is refused by the server, in the dialog and in a toast', async () => {
    await open();
    await picker().setInputFiles({ name: 'people.xlsx', mimeType: '', buffer: Buffer.from('no workbook') });
    const text = '400: Only .xlsx, .xls and .csv files can be imported';
    const failed = findToast(page, 'Import failed');
    await failed.getByText(text, { exact: true }).hover();
    await dialog().getByRole('alert').getByText(text, { exact: true }).waitFor();
    expect(await isOnTop(failed)).toBe(true);
    await failed.getByRole('button', { name: 'Close' }).click();
    await failed.waitFor({ state: 'detached' });
    await dialog().getByText('Choose a file, or drop it here').waitFor();
    await page.keyboard.press('Escape');
  });

  it.each([
    [503, 'Try again in a moment', '503: Try again in a moment'],
    [500, '', 'Failed to import users'],
  ])('A user import that fails with %i %j says so', async (status, answer, text) => {
    await open();
    await picker().setInputFiles(createCsvFile('Email\nann@example.com'));
    const importing = dialog().getByRole('button', { name: 'Import 1 user' });
    await importing.waitFor();
    const mend = await failCalls(page, '/api/admin/users/import', status, answer);
    await importing.click();
    await findToast(page, 'Import failed').getByText(text, { exact: true }).waitFor();
    await dialog().waitFor({ state: 'detached' });
    await mend();
  });

  it('A user import goes on while the page is left, and its progress is found again', async () => {
    const progress = '**/api/admin/users/import/progress';
    let isRunning = true;
    await page.route(progress, (route) =>
      isRunning ? route.fulfill({ json: { done: 1200, total: 5000 } }) : route.continue(),
    );
    await page.goto(`${app.product.url}/admin`);
    await open();
    await dialog().getByText('1,200 of 5,000 rows').waitFor();
    expect(await dialog().getByRole('progressbar', { name: 'Import' }).getAttribute('value')).toBe('0.24');
    isRunning = false;
    await dialog().getByText('Choose a file, or drop it here').waitFor();
    await dialog().getByRole('button', { name: 'Cancel' }).click();
  });

  it('A user import can be done by keyboard alone', async () => {
    const asking = async () => {
      await focus(page.getByRole('button', { name: 'Import Users' }));
      await page.keyboard.press('Enter');
      expect(await picker().evaluate((input) => input === document.activeElement)).toBe(true);
      await page.keyboard.press('Enter');
    };
    // Awaited early: intercepting the browser's file choosers takes a moment.
    const [chooser] = await Promise.all([page.waitForEvent('filechooser', { timeout: 60_000 }), asking()]);
    await chooser.setFiles(createCsvFile('Email\nann@example.com\nbroken'));
    await dialog().getByText('This is what importing people.csv will do.').waitFor();
    for (let stop = 0; stop < 4; stop += 1) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await findToast(page, 'Import complete').getByText('1 imported, 1 skipped', { exact: true }).waitFor();
    await dialog().waitFor({ state: 'detached' });
    const button = page.getByRole('button', { name: 'Import Users' });
    expect(await button.evaluate((trigger) => trigger === document.activeElement)).toBe(true);
    await app.root.send('DELETE', `/api/admin/users/${(await newest()).id}`);
  });

  const newest = async () => {
    const [user] = await app.root.get<{ id: string }[]>('/api/admin/users?q=ann@example.com&limit=1');
    if (!user) throw new Error('No user was imported');
    return user;
  };
});

it.each(viewports)('The import dialog is accessible at $width px, $colorScheme', async ({ colorScheme, width }) => {
  const window = await app.open(app.root, '/admin', { colorScheme, viewport: { width, height: 800 } });
  const found = collectPageErrors(window);
  const shown = findImportDialog(() => window);
  await shown.open();
  await expectAccessible(window, found);
  await shown.picker().setInputFiles({ name: 'a.pdf', mimeType: '', buffer: Buffer.from('%PDF') });
  await findToast(window, 'Import failed').waitFor();
  await expectAccessible(window, found);
  const broken = Array.from({ length: 300 }, (_, index) => `${'long'.repeat(30)}${index}`);
  const lines = ['Email', 'new@example.com', ...broken];
  await shown.picker().setInputFiles(createCsvFile(lines.join('\n'), `${'n'.repeat(90)}.csv`));
  await shown.dialog().getByText('And 100 more.').waitFor();
  await expectAccessible(window, found);
  expect(faults).toEqual([]);
  await window.context().close();
});
