import type { FeedState } from '#server/modules/sources/feeds/feed-state.ts';
import { type LeftOutField, readIntakeItem } from '#domain/listing/contract.ts';
import type { ItemReading } from '#domain/listing/facts.contract.ts';
import { compact } from '#domain/shared/compact.contract.ts';
import type { Gazetteer } from '#server/modules/geo/index.ts';
import { type ItemReport, readItem } from '#server/modules/intake/index.ts';

/**
 * The outcome of the rows of a feed's last reading, as a table for people; the numbers except the last ones, of
 * fields that were left out, add up to the rows.
 */
export function renderFeedReport({ id, figures, problem, milliseconds, readAt }: FeedState): string {
  if (figures === null) return `${id}\n  ${problem ?? 'nothing read yet'}\n`;
  const { rows, accepted, duplicates, review, rejected, leftOut } = figures;
  const lines: [string, number][] = [
    ['rows', rows],
    ['accepted', accepted],
    ['duplicates', duplicates],
    ...listReasons('review', review),
    ...listReasons('rejected', rejected),
    ...(leftOut === undefined ? [] : listReasons('fields left out', leftOut)),
  ];
  const width = String(rows).length;
  const head = `${id}, read ${readAt ?? 'never'} in ${milliseconds ?? 0} ms`;
  const table = lines.map(([name, count]) => `  ${String(count).padStart(width)}  ${name}`);
  return compact([head, ...table, problem !== null && `  ${problem}`])
    .map((line) => `${line}\n`)
    .join('');
}

function listReasons(kind: string, counts: Record<string, number>): [string, number][] {
  const all = Object.entries(counts).toSorted(([, a], [, b]) => b - a);
  const sum = all.reduce((total, [, count]) => total + count, 0);
  return [[kind, sum], ...all.map(([reason, count]): [string, number] => [`  ${kind}: ${reason}`, count])];
}

/** The result of a row, why, and what the rules read from it; for people. */
export function renderRow(number: number, { raw, outcome, leftOut }: ItemReport, gazetteer: Gazetteer): string {
  const { data } = readIntakeItem(raw).checked;
  const facts = data ? [data.title, ...describeReading(readItem(data, gazetteer))] : [JSON.stringify(raw)];
  const lines = [
    `row ${number}: ${outcome.kind}${'reason' in outcome ? `: ${outcome.reason}` : ''}`,
    ...facts,
    ...leftOut.map(describeLeftOut),
  ];
  return lines.map((line, index) => `${index === 0 ? '' : '    '}${line.replaceAll(/\s+/g, ' ')}\n`).join('');
}

function describeReading({ propertyType, priceText, place, reasons }: ItemReading): string[] {
  const area = place ? [place.city, place.state, place.zipCode].filter(Boolean).join(', ') : 'no place';
  const facts = [propertyType ?? 'no type', priceText === '' ? 'no price' : priceText, area].join('; ');
  const quotes = reasons.map(({ says, quote }) => `${says} '${quote}'`).join(', ');
  return quotes === '' ? [facts] : [facts, `quotes: ${quotes}`];
}

function describeLeftOut({ field, value, reason }: LeftOutField): string {
  return `left out: ${field} '${value}' (${reason})`;
}
