import { dayInput } from '#web/lib/day.ts';
import { type Sheet, toCsv, toText, withoutFormulas } from './sheet.ts';

export const formats = { xlsx: 'Excel (.xlsx)', csv: 'CSV (.csv)', txt: 'Text (.txt)' } as const;
export type Format = keyof typeof formats;

const types: Record<Format, string> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv;charset=utf-8',
  txt: 'text/plain;charset=utf-8',
};

/** `users_2026-01-31.csv`: the day is the viewer's. */
export function fileName(prefix: string, format: Format, now: Date): string {
  return `${prefix}_${dayInput(now)}.${format}`;
}

export async function fileOf(sheet: Sheet, format: Format): Promise<Blob> {
  const content = format === 'xlsx' ? await toXlsx(sheet) : format === 'csv' ? toCsv(sheet) : toText(sheet);
  return new Blob([content], { type: types[format] });
}

/** What writes workbooks is large, so it comes when it is wanted. */
async function toXlsx(sheet: Sheet): Promise<ArrayBuffer> {
  const { utils, write } = await import('xlsx');
  const { header, rows } = withoutFormulas(sheet);
  const workbook = utils.book_new(utils.aoa_to_sheet([header, ...rows]), 'Sheet1');
  return write(workbook, { type: 'array', bookType: 'xlsx', compression: true }) as ArrayBuffer;
}
