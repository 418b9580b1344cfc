import { utils, write, type WorkSheet } from 'xlsx';
import type { ImportPreview } from '#domain/user/import.contract.ts';
import type { TestResponse, TestClient } from '#server/testing/test-client.ts';

export type ImportFile = { name: string; content: Buffer };

export const importHeader = [
  'Email',
  'Max Price',
  'Mileage Radius',
  'ZIP Code',
  'Member Since',
  'Membership Status',
  'Mobile Homes',
  'Raw Land',
  'Tiny Homes',
  'Notification Preference',
];

export function createUsersCsv(lines: string[], name = 'users.csv'): ImportFile {
  return { name, content: Buffer.from(lines.join('\r\n')) };
}

/** A workbook with these sheets, in this order. */
export function createUsersWorkbook(sheets: WorkSheet[], kind: 'xlsx' | 'biff8' = 'xlsx'): ImportFile {
  const book = utils.book_new();
  for (const [n, sheet] of sheets.entries()) utils.book_append_sheet(book, sheet, `Sheet ${n + 1}`);
  const content = write(book, { type: 'buffer', bookType: kind, cellDates: true }) as Buffer; // as `type` says
  return { name: kind === 'xlsx' ? 'users.xlsx' : 'users.xls', content };
}

export function createSheet(rows: unknown[][]): WorkSheet {
  return utils.aoa_to_sheet(rows, { UTC: true, cellDates: true });
}

/** Sends a file as the page does. */
export async function uploadFile(
  url: string,
  client: TestClient,
  { name, content }: ImportFile,
  { query = '', headers = {} }: { query?: string; headers?: Record<string, string> } = {},
): Promise<TestResponse> {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(content)]), name);
  const response = await fetch(`${url}/api/admin/users/import${query}`, {
    method: 'POST',
    headers: { cookie: client.cookie(), ...headers },
    body: form,
  });
  return { status: response.status, text: await response.text(), headers: response.headers };
}

/** The response of an import. Fails for a refusal. */
export function parseImportResult({ status, text }: TestResponse): ImportPreview {
  if (status !== 200) throw new Error(`${status}: ${text}`);
  return JSON.parse(text) as ImportPreview; // the tests then look at what they are about
}
