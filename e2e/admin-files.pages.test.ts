import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { read, utils } from 'xlsx';
import { findCard, findToast, sendVisit } from './admin-page.ts';
import { setUpApp } from './test-app.ts';
import { focus } from './browser.ts';
import { expectAccessible, collectPageErrors, viewports } from './accessibility.ts';
import {
  createCsvFile,
  downloadExport,
  exportHeader,
  findImportDialog,
  readLines,
  createPeopleRows,
  formatToday,
} from './spreadsheets.ts';

const many = 2000;

const app = setUpApp({ TRUST_PROXY: '1', RATE_VISIT: '100000/1m' });
let page: Page;
let faults: string[];
const scripts: string[] = [];

beforeAll(async () => {
  page = await app.open(app.root, '/admin', { viewport: { width: 1440, height: 900 } });
  faults = collectPageErrors(page);
  page.on('request', (request) => scripts.push(request.url()));
});

const { counts, dialog, open, picker } = findImportDialog(() => page);

it(`An import of ${many} users shows its progress, and another admin sees the users appear`, async () => {
  const other = await app.open(app.root, '/admin');
  await open();
  await picker().setInputFiles(
    createCsvFile([exportHeader, ...createPeopleRows(many)].map((row) => row.join(',')).join('\n')),
  );
  const held = Promise.withResolvers<undefined>();
  let isHeld = true;
  await page.route('**/api/admin/users/import', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.route('**/api/admin/users/import/progress', (route) =>
    isHeld ? route.fulfill({ json: { done: 500, total: many } }) : route.continue(),
  );
  await dialog().getByRole('button', { name: 'Import 2,000 users' }).click();
  await dialog().getByRole('progressbar', { name: 'Import' }).waitFor();
  await dialog().getByText('500 of 2,000 rows', { exact: true }).waitFor();
  await dialog().getByRole('button', { name: 'Close' }).first().waitFor();
  isHeld = false;
  held.resolve(undefined);
  await findToast(page, 'Import complete').getByText('2,000 imported', { exact: true }).waitFor({ timeout: 60_000 });
  await dialog().waitFor({ state: 'detached' });
  for (const window of [page, other]) await findCard(window, 'Users').getByText('2,001 users').waitFor();
  await other.context().close();
});

describe('An export', () => {
  it('An export of users contains all users of the server, as they were imported', async () => {
    const download = await downloadExport(page, 'Users', 'CSV (.csv)');
    expect(download.suggestedFilename()).toBe(`users_${formatToday()}.csv`);
    const rows = (await readLines(download)).map((line) => line.split(','));
    expect(rows[0]).toEqual(exportHeader);
    const imported = rows.slice(1).filter(([email]) => email !== 'root@example.com');
    expect(imported.toSorted(byEmail)).toEqual(createPeopleRows(many));
  });

  it('An export of users as a workbook contains the same', async () => {
    expect(scripts.some((url) => url.includes('/assets/xlsx-'))).toBe(false);
    const download = await downloadExport(page, 'Users', 'Excel (.xlsx)');
    expect(scripts.some((url) => url.includes('/assets/xlsx-'))).toBe(true);
    expect(download.suggestedFilename()).toBe(`users_${formatToday()}.xlsx`);
    const book = read(await readFile(await download.path()));
    const [sheet] = Object.values(book.Sheets);
    const rows = sheet ? utils.sheet_to_json<unknown[]>(sheet, { header: 1 }) : [];
    expect(rows[0]).toEqual(exportHeader);
    const imported = rows.slice(1).map((row) => row.map(String));
    expect(imported.filter(([email]) => email !== 'root@example.com').toSorted(byEmail)).toEqual(
      createPeopleRows(many),
    );
  });

  it('An export of users changes nothing when it is imported again', async () => {
    const path = await (await downloadExport(page, 'Users', 'Excel (.xlsx)')).path();
    await open();
    await picker().setInputFiles({ name: 'again.xlsx', mimeType: '', buffer: await readFile(path) });
    await dialog().getByText('This is what importing again.xlsx will do.').waitFor({ timeout: 30_000 });
    expect(await counts()).toEqual({ new: '0', updated: '0', unchanged: '2,001', skipped: '0' });
    await page.keyboard.press('Escape');
  });

  it('An export of the log says who did what, also as tab-separated text', async () => {
    const download = await downloadExport(page, 'Logs', 'Text (.txt)');
    expect(download.suggestedFilename()).toBe(`workflow_logs_${formatToday()}.txt`);
    const rows = (await readLines(download)).map((line) => line.split('\t'));
    expect(rows[0]).toEqual(['Date', 'User', 'Action', 'Details']);
    expect(rows.length).toBeGreaterThan(many);
    expect(rows.every((row) => row.length === 4)).toBe(true);
    expect(rows.some(([, user, , details]) => user === 'root@example.com' && details?.includes('person-0007'))).toBe(
      true,
    );
  });

  it('An export of visitors contains no formula, and is available once there are any', async () => {
    expect(await page.getByRole('button', { name: 'Export Visitors' }).isDisabled()).toBe(true);
    await sendVisit(app.product.url, '8.8.8.8', 'https://www.example.com/a,b');
    await sendVisit(app.product.url, '10.0.0.7');
    await expect.poll(() => page.getByRole('button', { name: 'Export Visitors' }).isEnabled()).toBe(true);
    const download = await downloadExport(page, 'Visitors', 'CSV (.csv)');
    expect(download.suggestedFilename()).toBe(`visitors_${formatToday()}.csv`);
    const lines = await readLines(download);
    expect(lines[0]).toBe('Date,IP Address,State,City,Country,Referrer,User Agent');
    expect(lines).toHaveLength(3);
    expect(lines[1]).toContain(',10.0.0.7,Not set,Not set,USA,Not set,Mozilla/5.0');
    expect(lines[2]).toContain(',8.8.8.8,CA,Mountain View,USA,"https://www.example.com/a,b",Mozilla/5.0');
  });

  it('An export of visitors without any visit says so', async () => {
    await page.route('**/api/admin/visitors?*', (route) => route.fulfill({ json: [] }));
    await page.getByRole('button', { name: 'Export Visitors' }).click();
    await page.getByRole('menuitem', { name: 'CSV (.csv)' }).click();
    await findToast(page, 'There are no visitors to export').waitFor();
    await page.unrouteAll();
  });

  it('An export that fails shows an error', async () => {
    await page.route('**/api/admin/workflow-logs?*', (route) => route.fulfill({ status: 503, body: 'Try again' }));
    await page.getByRole('button', { name: 'Export Logs' }).click();
    await page.getByRole('menuitem', { name: 'CSV (.csv)' }).click();
    await findToast(page, 'Export failed').getByText('503: Try again', { exact: true }).waitFor();
    await page.unrouteAll();
  });

  it('An export that takes a while shows its progress, and can be canceled', async () => {
    const held = Promise.withResolvers<undefined>();
    await page.route('**/api/admin/users?*cursor=*', async (route) => {
      await held.promise;
      await route.continue().catch(() => undefined);
    });
    await page.getByRole('button', { name: 'Export Users' }).click();
    await page.getByRole('menuitem', { name: 'CSV (.csv)' }).click();
    await page.getByRole('progressbar', { name: 'Export' }).waitFor();
    await page.getByText('1,000 of 2,001 rows', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Export Logs' }).click();
    await expect
      .poll(() => page.getByRole('menuitem', { name: 'CSV (.csv)' }).getAttribute('aria-disabled'))
      .toBe('true');
    await page.keyboard.press('Escape');
    let saved = 0;
    page.on('download', () => (saved += 1));
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('progressbar', { name: 'Export' }).waitFor({ state: 'detached' });
    held.resolve(undefined);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await downloadExport(page, 'Users', 'Text (.txt)');
    expect(saved).toBe(1);
  });

  it('An export is chosen by keyboard alone, and the focus returns', async () => {
    const trigger = page.getByRole('button', { name: 'Export Users' });
    const isFocused = () => trigger.evaluate((button) => button === document.activeElement);
    await focus(trigger);
    await page.keyboard.press('ArrowDown');
    await page.getByRole('menuitem').first().waitFor();
    expect(await page.getByRole('menuitem').allInnerTexts()).toEqual(['Excel (.xlsx)', 'CSV (.csv)', 'Text (.txt)']);
    await page.keyboard.press('Escape');
    await expect.poll(isFocused).toBe(true);
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Excel (.xlsx)' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('menuitem', { name: 'CSV (.csv)' }).and(page.locator(':focus')).waitFor();
    const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
    expect(download.suggestedFilename()).toMatch(/\.csv$/);
    expect(await isFocused()).toBe(true);
    expect(faults).toEqual([]);
  });
});

it('An export neutralizes texts that a spreadsheet would run as a formula', async () => {
  await app.root.send('POST', '/api/admin/workflow-logs', { log: { action: '=1+1', details: '@SUM(A1)' } });
  const lines = await readLines(await downloadExport(page, 'Logs', 'CSV (.csv)'));
  expect(lines.some((line) => line.endsWith(",'=1+1,'@SUM(A1)"))).toBe(true);
  const book = read(await readFile(await (await downloadExport(page, 'Logs', 'Excel (.xlsx)')).path()));
  const [sheet] = Object.values(book.Sheets);
  const cells = Object.values(sheet ?? {}).flatMap((cell: unknown) => (isFormula(cell) ? [cell] : []));
  expect(cells).toEqual([]);
});

it.each(viewports)('The export menu is accessible at $width px, $colorScheme', async ({ colorScheme, width }) => {
  const window = await app.open(app.root, '/admin', { colorScheme, viewport: { width, height: 800 } });
  const found = collectPageErrors(window);
  await window.getByRole('button', { name: 'Export Users' }).click();
  await window.getByRole('menuitem').first().waitFor();
  await expectAccessible(window, found);
  await window.context().close();
});

function byEmail([a = '']: string[], [b = '']: string[]): number {
  return a < b ? -1 : 1;
}

function isFormula(cell: unknown): boolean {
  return typeof cell === 'object' && cell !== null && 'f' in cell;
}
