import type { StoredEvent } from '#server/platform/event-store/port.ts';

const maxSummaryLength = 120;

/** One event as one JSON object on one line. */
export function renderJsonLine({ position, stream, revision, type, id, data, metadata }: StoredEvent): string {
  const { at, actor } = metadata;
  return `${JSON.stringify({ position, stream, revision, type, at, actor, id, data, metadata })}\n`;
}

/** One event as one line for people: position, local time, stream, type, data, actor. */
export function renderPlainLine({ position, stream, type, data, metadata: { at, actor } }: StoredEvent): string {
  const columns = [
    String(position).padStart(8),
    formatLocalTime(new Date(at)),
    stream,
    type,
    summarizeData(data, stream),
    `by ${actor}`,
  ];
  return `${columns.filter((column) => column !== '').join('  ')}\n`;
}

/** ISO 8601 with this machine's offset. */
function formatLocalTime(date: Date): string {
  const offset = -date.getTimezoneOffset();
  const two = (number: number) => String(Math.trunc(Math.abs(number))).padStart(2, '0');
  const local = new Date(date.getTime() + offset * 60_000).toISOString().slice(0, -1);
  return `${local}${offset < 0 ? '-' : '+'}${two(offset / 60)}:${two(offset % 60)}`;
}

/** `name=value` pairs, truncated to a readable length; values that the stream's name contains are omitted. */
function summarizeData(data: unknown, stream: string): string {
  if (typeof data !== 'object' || data === null) return toPrintable(JSON.stringify(data));
  const pairs = Object.entries(data)
    .filter(([, value]) => typeof value !== 'string' || value === '' || !stream.includes(value))
    .map(
      ([name, value]) =>
        `${name}=${typeof value === 'string' && /^[^\s"]+$/.test(value) ? value : JSON.stringify(value)}`,
    );
  return toPrintable(pairs.join(' '));
}

/** Untrusted text must not move the cursor of a terminal, or overwrite lines. */
function toPrintable(text: string): string {
  const safe = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '·');
  const characters = Array.from(safe);
  return characters.length > maxSummaryLength ? `${characters.slice(0, maxSummaryLength - 1).join('')}…` : safe;
}
