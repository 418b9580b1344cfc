import { formatDayInput } from '#web/lib/day.ts';
import { type ExportSheet, toCsv, toText, neutralizeFormulas } from './sheet.ts';

export const exportFormats = { xlsx: 'Excel (.xlsx)', csv: 'CSV (.csv)', txt: 'Text (.txt)' } as const;
export type FileFormat = keyof typeof exportFormats;

const mimeTypes: Record<FileFormat, string> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv;charset=utf-8',
  txt: 'text/plain;charset=utf-8',
};

/** `users_2026-01-31.csv`: the day is the viewer's. */
export function createExportFileName(prefix: string, format: FileFormat, now: Date): string {
  return `${prefix}_${formatDayInput(now)}.${format}`;
}

export async function createExportBlob(sheet: ExportSheet, format: FileFormat): Promise<Blob> {
  const content = format === 'xlsx' ? await toXlsx(sheet) : format === 'csv' ? toCsv(sheet) : toText(sheet);
  return new Blob([content], { type: mimeTypes[format] });
}

/** The workbook library is large, so it is loaded on demand. */
async function toXlsx(sheet: ExportSheet): Promise<ArrayBuffer> {
  const { utils, write } = await import('xlsx');
  const { header, rows } = neutralizeFormulas(sheet);
  const workbook = utils.book_new(utils.aoa_to_sheet([header, ...rows]), 'Sheet1');
  return write(workbook, { type: 'array', bookType: 'xlsx', compression: true }) as ArrayBuffer;
}
