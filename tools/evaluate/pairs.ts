import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { intakeItem } from '#domain/listing/contract.ts';
import type { RepostEntry } from '#domain/deduplication/known-listing.ts';
import { tellsPrice } from '#domain/deduplication/repost-evidence.ts';
import { createRepostIndex } from '#domain/deduplication/repost-index.ts';
import { deriveListingId } from '#server/modules/intake/pipeline/listing-id.ts';
import { type Gazetteer, loadGazetteer } from '#server/modules/geo/index.ts';
import { formatShare, renderTable } from './table.ts';

const outcome = z.enum(['repost', 'price drop', 'different']);
type Outcome = z.infer<typeof outcome>;
/** Two postings: `again` has the fields of `first` and its own link, but for what it names. */
const labeledPair = z.object({
  expect: outcome,
  trap: z.string(),
  first: z.record(z.string(), z.unknown()),
  again: z.record(z.string(), z.unknown()),
});
export type LabeledPair = z.infer<typeof labeledPair>;
export type JudgedPair = { pair: LabeledPair; outcome: Outcome };

export function readPairs(): LabeledPair[] {
  const text = readFileSync(new URL('pairs.jsonl', import.meta.url), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => labeledPair.parse(JSON.parse(line)));
}

/** What the intake makes of the second posting of each pair. */
export async function judgePairs(pairs: LabeledPair[]): Promise<JudgedPair[]> {
  const gazetteer = await loadGazetteer();
  return pairs.map((pair) => ({ pair, outcome: judgePair(pair, gazetteer) }));
}

function judgePair({ first, again }: LabeledPair, gazetteer: Gazetteer): Outcome {
  const one = toEntry({ link: 'https://list.example/first', ...first }, gazetteer);
  const other = toEntry({ link: 'https://list.example/again', ...first, ...again }, gazetteer);
  const lower = other.price < one.price;
  if (one.listingId === other.listingId) return lower ? 'price drop' : 'repost';
  const index = createRepostIndex();
  index.add(one);
  const match = index.find(other);
  if (match === null) return 'different';
  return lower && tellsPrice(match.evidence) ? 'price drop' : 'repost';
}

function toEntry(raw: Record<string, unknown>, gazetteer: Gazetteer): RepostEntry {
  const { title, details = '', price, imageUrl = '', parcel, apn, link, externalId, ...rest } = intakeItem.parse(raw);
  const place = gazetteer.locate(rest) ?? { latitude: 0, longitude: 0, state: null, county: rest.county ?? null };
  const listingId = deriveListingId('pairs', { link, externalId });
  return { listingId, title, details, price: Number(price), imageUrl, parcel: parcel ?? apn ?? null, ...place };
}

/** Precision and recall of reposts and price drops, and every pair that is judged wrongly. */
export function renderPairs(judgedPairs: JudgedPair[]): string {
  const rows = outcome.options.map((name) => {
    const matching = judgedPairs.filter((one) => one.outcome === name);
    const expected = judgedPairs.filter(({ pair }) => pair.expect === name);
    const right = matching.filter(({ pair }) => pair.expect === name).length;
    return [name, formatShare(right, matching.length), formatShare(right, expected.length), String(expected.length)];
  });
  const wrong = judgedPairs.filter(({ pair, outcome }) => pair.expect !== outcome);
  const lines = wrong.map(({ pair, outcome }) => `${pair.expect}, judged ${outcome}: ${pair.trap}\n`);
  return `\n${judgedPairs.length} pairs of postings\n${renderTable([['pair', 'precision', 'recall', 'pairs'], ...rows])}${lines.join('')}`;
}
