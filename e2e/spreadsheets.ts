import { readFile } from 'node:fs/promises';
import type { Download, Page } from 'playwright-core';

/** The header line of an export of users. */
export const exportHeader = [
  ...['Email', 'Max Price', 'Mileage Radius', 'ZIP Code', 'Member Since', 'Membership Status'],
  ...['Mobile Homes', 'Raw Land', 'Tiny Homes', 'Notification Preference'],
];

/** This many different users, in the format of an export. */
export function createPeopleRows(count: number): string[][] {
  return Array.from({ length: count }, (_, index) => [
    `person-${String(index).padStart(4, '0')}@example.com`,
    index % 3 === 0 ? 'Not set' : String(index * 75),
    index % 3 === 0 ? 'Not set' : String(25 * (1 + (index % 10))),
    index % 4 === 0 ? 'Not set' : String(index).padStart(5, '0'),
    index % 2 === 0 ? 'Not set' : `2025-0${1 + (index % 9)}-15`,
    index % 2 === 0 ? 'unconfirmed' : 'active',
    ...[2, 3, 5].map((step) => (index % step === 0 ? 'Yes' : 'No')),
    index % 2 === 0 ? 'immediate' : 'daily',
  ]);
}

export function createCsvFile(text: string, name = 'people.csv') {
  return { name, mimeType: 'text/csv', buffer: Buffer.from(text) };
}

/** The dialog that imports users. */
export function findImportDialog(page: () => Page) {
  const dialog = () => page().getByRole('dialog', { name: 'Import Users' });
  return {
    dialog,
    picker: () => dialog().locator('input[type=file]'),
    open: () => page().getByRole('button', { name: 'Import Users' }).click(),
    counts: async () => {
      const [added, updated, unchanged, skipped] = await dialog().locator('dl > div dd').allInnerTexts();
      return { new: added, updated, unchanged, skipped };
    },
  };
}

/** The file that the browser saves after a format is chosen in an export menu. */
export async function downloadExport(page: Page, kind: string, format: string): Promise<Download> {
  await page.getByRole('button', { name: `Export ${kind}` }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: format }).click(),
  ]);
  return download;
}

export async function readLines(download: Download): Promise<string[]> {
  return (await readFile(await download.path(), 'utf8')).trimEnd().split(/\r?\n/);
}

export function formatToday(): string {
  const now = new Date();
  const two = (value: number) => String(value).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}
