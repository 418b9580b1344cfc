import { intakeItem, type LeftOutField } from '#domain/listing/contract.ts';
import type { ItemReading } from '#domain/listing/facts.contract.ts';
import type { Gazetteer } from '#server/modules/geo/index.ts';
import { type ItemReport, presentReading } from '#server/modules/intake/index.ts';

/** The result of a row, why, and what the rules read from it; for people. */
export function renderRow(number: number, { raw, outcome, leftOut }: ItemReport, gazetteer: Gazetteer): string {
  const { data } = intakeItem.safeParse(raw);
  const lines = [
    `row ${number}: ${outcome.kind}${'reason' in outcome ? `: ${outcome.reason}` : ''}`,
    ...(data ? [data.title, ...describeReading(presentReading(data, gazetteer).reading)] : [JSON.stringify(raw)]),
    ...leftOut.map(describeLeftOut),
  ];
  return lines.map((line, index) => `${index === 0 ? '' : '    '}${line.replaceAll(/\s+/g, ' ')}\n`).join('');
}

function describeReading({ propertyType, priceText, place, reasons }: ItemReading): string[] {
  const area = place ? [place.city, place.state, place.zipCode].filter(Boolean).join(', ') : 'no place';
  const facts = [propertyType ?? 'no type', priceText === '' ? 'no price' : priceText, area].join('; ');
  const quotes = reasons.map(({ says, quote }) => `${says} '${quote}'`).join(', ');
  return [facts, ...(quotes ? [`quotes: ${quotes}`] : [])];
}

function describeLeftOut({ field, value, reason }: LeftOutField): string {
  return `left out: ${field} '${value}' (${reason})`;
}
