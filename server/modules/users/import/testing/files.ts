import { utils, write, type WorkSheet } from 'xlsx';
import type { ImportPreview } from '#domain/user/import.contract.ts';
import type { Answer, Client } from '#server/testing/client.ts';

export type File = { name: string; content: Buffer };

export const header = [
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

export function csv(lines: string[], name = 'users.csv'): File {
  return { name, content: Buffer.from(lines.join('\r\n')) };
}

/** A workbook of these sheets, in their order. */
export function workbook(sheets: WorkSheet[], kind: 'xlsx' | 'biff8' = 'xlsx'): File {
  const book = utils.book_new();
  for (const [n, sheet] of sheets.entries()) utils.book_append_sheet(book, sheet, `Sheet ${n + 1}`);
  const content = write(book, { type: 'buffer', bookType: kind, cellDates: true }) as Buffer; // as `type` says
  return { name: kind === 'xlsx' ? 'users.xlsx' : 'users.xls', content };
}

export function sheetOf(rows: unknown[][]): WorkSheet {
  return utils.aoa_to_sheet(rows, { UTC: true, cellDates: true });
}

/** Sends a file as a page would. */
export async function upload(
  url: string,
  client: Client,
  { name, content }: File,
  { query = '', headers = {} }: { query?: string; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(content)]), name);
  const response = await fetch(`${url}/api/admin/users/import${query}`, {
    method: 'POST',
    headers: { cookie: client.cookie(), ...headers },
    body: form,
  });
  return { status: response.status, text: await response.text(), headers: response.headers };
}

/** What an import answered. Fails for a refusal. */
export function resultIn({ status, text }: Answer): ImportPreview {
  if (status !== 200) throw new Error(`${status}: ${text}`);
  return JSON.parse(text) as ImportPreview; // the tests then look at what they are about
}
