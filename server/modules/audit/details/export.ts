import type { Response } from 'express';
import type { HistoryEvent } from '#domain/history/contract.ts';
import type { ViewReader } from '#projections/store/port.ts';
import { mapWithYields } from '#server/lib/delay.ts';
import type { StoredEvent } from '#server/platform/event-store/port.ts';
import { sendCsv, sendFile } from '#server/platform/http/send-file.ts';
import { createEventPresenter } from './present-events.ts';

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

const ownColumns = ['position', 'at', 'type', 'stream', 'revision', 'id', 'actor', 'actorEmail'] as const;
const columns = [...ownColumns, 'sentence', 'data', 'metadata', 'ordinal', 'hash'];

/** Sends events as a file. */
export async function sendExport(response: Response, { format, day, ...source }: ExportOptions): Promise<void> {
  const name = `history-${day}.${format}`;
  if (format === 'csv') await sendCsv(response, name, { columns, pages: mapPages(source, toCells) });
  else await sendFile(response, { name, contentType: 'application/x-ndjson' }, joinPages(mapPages(source, toJsonLine)));
}

async function* mapPages<T>(
  { pages, views, history }: Pick<ExportOptions, 'pages' | 'views' | 'history'>,
  map: (event: HistoryEvent) => T,
): AsyncGenerator<T[]> {
  const present = createEventPresenter({ views, history });
  for await (const events of pages ?? []) yield await mapWithYields(await present(events), map);
}

async function* joinPages(pages: AsyncGenerator<string[]>): AsyncGenerator<string> {
  for await (const lines of pages) yield lines.join('');
}

function toJsonLine(event: HistoryEvent): string {
  return `${JSON.stringify(event)}\n`;
}

function toCells(event: HistoryEvent): (string | number)[] {
  const { position, at, type, stream, revision, id, actor, sentence, data, metadata, ordinal, hash } = event;
  const cells = [position, at, type, stream, revision, id, actor.id, actor.email ?? '', sentence];
  return [...cells, JSON.stringify(data), JSON.stringify(metadata), ordinal ?? '', hash ?? ''];
}
