import { once } from 'node:events';
import type { Response } from 'express';
import type { HistoryEvent } from '#domain/history/contract.ts';
import type { ViewReader } from '#projections/store/port.ts';
import type { StoredEvent } from '#server/platform/event-store/port.ts';
import { presentEvents } from './present-events.ts';

type ExportFormat = 'jsonl' | 'csv';
type ExportOptions = {
  /** Null where nothing can be found. */
  pages: AsyncGenerator<StoredEvent[]> | null;
  views: ViewReader;
  history: Pick<ViewReader, 'list'>;
  format: ExportFormat;
  /** yyyy-MM-dd */
  day: string;
};

const contentTypes: Record<ExportFormat, string> = { jsonl: 'application/x-ndjson', csv: 'text/csv' };
const columns = ['position', 'at', 'type', 'stream', 'revision', 'id', 'actor', 'actorEmail'] as const;
const csvHeader = [...columns, 'sentence', 'data', 'metadata', 'ordinal', 'hash'].join(',');

/** Sends events as a file, no faster than the client reads, and ends when the client no longer reads. */
export async function sendExport(
  response: Response,
  { pages, views, history, format, day }: ExportOptions,
): Promise<void> {
  const gone = new AbortController();
  response.on('close', () => gone.abort());
  if (response.destroyed) gone.abort();
  const begin = () => {
    response.setHeader('Content-Type', `${contentTypes[format]}; charset=utf-8`);
    response.setHeader('Content-Disposition', `attachment; filename="history-${day}.${format}"`);
    response.flushHeaders();
    if (format === 'csv') response.write(`\uFEFF${csvHeader}\r\n`);
  };
  for await (const events of pages ?? []) {
    if (!response.headersSent) begin();
    if (gone.signal.aborted) return;
    const presented = await presentEvents({ views, history }, events);
    const text = presented.map(format === 'csv' ? toCsvLine : toJsonLine).join('');
    if (!response.write(text)) await once(response, 'drain', { signal: gone.signal }).catch(() => undefined);
  }
  if (!response.headersSent) begin();
  response.end();
}

function toJsonLine(event: HistoryEvent): string {
  return `${JSON.stringify(event)}\n`;
}

function toCsvLine(event: HistoryEvent): string {
  const { position, at, type, stream, revision, id, actor, sentence, data, metadata, ordinal, hash } = event;
  const cells = [position, at, type, stream, revision, id, actor.id, actor.email ?? '', sentence];
  const rest = [JSON.stringify(data), JSON.stringify(metadata), ordinal ?? '', hash ?? ''];
  return `${[...cells, ...rest].map(toCsvCell).join(',')}\r\n`;
}

/** Marks a cell that a spreadsheet would read as a formula as text. */
function toCsvCell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
