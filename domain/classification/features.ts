import { compareWithRents, findStatedRents } from '#domain/pricing/stated-rent.ts';
import type { Evidence } from './evidence.ts';
import { type EmitFeature, type ListingField, listingFields, type Place } from './feature.ts';
import { isFlat, type Reading } from './reading.ts';
import { thresholds } from './thresholds.ts';
import { findTitleParts, type TitlePart } from './head.ts';
import { emitMeasures } from './measures.ts';
import type { Sense } from './vocabulary/phrases.ts';

/** What the phrases of a sense speak of. */
const kinds: Partial<Record<Sense, string>> = {
  house: 'house',
  home: 'house',
  codeHouse: 'house',
  mobile: 'mobile',
  codeMobile: 'mobile',
  tiny: 'tiny',
  land: 'land',
  landWeak: 'land',
  codeLand: 'land',
  rooms: 'rooms',
  rv: 'rv',
  goods: 'goods',
  kit: 'goods',
  interest: 'interest',
  space: 'interest',
  business: 'business',
  commercial: 'commercial',
  park: 'commercial',
  codeOther: 'commercial',
  rent: 'rent',
  wanted: 'wanted',
  service: 'service',
};
const types = ['house', 'mobile', 'tiny', 'land', 'rooms'];
const isOffered = ({ role }: Evidence) => role === 'head' || role === 'included' || role === 'place';

const priceBounds = [2, 100, 500, 1000, 2500, 5000, 15_000, 50_000, 110_000];
const toPriceBand = (price: number | null): string =>
  price === null ? 'none' : String(priceBounds.find((bound) => price < bound) ?? 'high');

/** Tells `emit` everything that the decision is computed from, but single words. */
export function emitFeatures(reading: Reading, emit: EmitFeature): void {
  const evidence = { title: emitEvidence(reading, 'title', emit), details: emitEvidence(reading, 'details', emit) };
  emitSurroundings(reading, emit);
  emitSummary(reading, evidence, emit);
}

export const cutDetails = ({ texts }: Reading) => texts.details.slice(0, thresholds.maxWordsLength);

/** Each phrase with its role; returns the kinds of what is offered, and the kinds of the heads in their order. */
function emitEvidence(reading: Reading, field: ListingField, emit: EmitFeature) {
  const offeredKinds = new Set<string>();
  const heads: string[] = [];
  const counts = new Map<string, number>();
  for (const item of reading.evidence[field]) {
    const { sense, role, at, end } = item;
    const place = { field, at, end };
    const name = `${sense}:${role}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
    emit(`${field}:${name}`, 1, place);
    emit(`any:${name}`, 0.7, place);
    const kind = kinds[sense];
    if (kind === undefined || !isOffered(item)) continue;
    offeredKinds.add(kind);
    emit(`${field}:${kind}+`, 1, place);
    if (types.includes(kind)) emitNeighbors(reading.texts[field], place, emit);
    if (role === 'head' && !['rooms', 'rent', 'wanted', 'service'].includes(kind)) heads.push(kind);
  }
  emitJoined(reading.texts[field], reading.evidence[field], emit);
  for (const [name, count] of counts) if (count > 1) emit(`${field}:${name}:more`, Math.min(count - 1, 3) / 2, null);
  return { offeredKinds, heads };
}

const wordBefore = /([a-z]+)[^a-z]{0,3}$/;
const wordAfter = /^[^a-z]{0,3}([a-z]+)/;
/** What is said of a property, whatever its type: 'clean *', '* demolition'. */
function emitNeighbors(text: string, { field, at, end }: Place, emit: EmitFeature): void {
  const before = wordBefore.exec(text.slice(Math.max(0, at - 20), at))?.[1] ?? '^';
  const after = wordAfter.exec(text.slice(end, end + 20))?.[1] ?? '$';
  emit(`${before} *`, 0.6, { field, at: Math.max(0, at - before.length - 1), end });
  emit(`* ${after}`, 0.6, { field, at, end: end + after.length + 1 });
}

function emitSurroundings(reading: Reading, emit: EmitFeature): void {
  const { texts, address, price } = reading;
  if (isFlat(reading)) emit('address of a flat', 3, null);
  emit('any text', 1, null);
  emit(`price:${toPriceBand(price)}`, 1, null);
  if (texts.details.trim() === '') emit('no details', 1, null);
  if (texts.title.trim() === '') emit('no title', 1, null);
  if (reading.hasBlanks) emit('blanks', 1, null);
  if (address === null) return;
  emit('address', 1, null);
  emit(`address:${address.hasPlace ? 'place' : ''}${address.isWholeTitle ? 'whole' : ''}`, 2, null);
}

type EmittedEvidence = ReturnType<typeof emitEvidence>;

/** What the phrases say together: the first one, their order, and the price. */
function emitSummary(
  reading: Reading,
  { title, details }: Record<ListingField, EmittedEvidence>,
  emit: EmitFeature,
): void {
  const band = toPriceBand(reading.price);
  const offeredKinds = new Set([...title.offeredKinds, ...details.offeredKinds]);
  const [first = 'none'] = title.heads;
  const [firstInDetails = 'none'] = details.heads;
  const type = types.find((kind) => offeredKinds.has(kind)) ?? 'no type';
  const sale = hasHead(reading, 'sale') ? 'sale' : 'no sale';
  emitRenting(reading, title.offeredKinds.has('rent'), emit);
  emit(`order:${title.heads.slice(0, 3).join('>')}`, 1, null);
  emit(`first:${first}`, 1.5, null);
  emit(`last:${title.heads.at(-1) ?? 'none'}`, 1, null);
  emit(`first:${first}:${firstInDetails}`, 1, null);
  if (first === 'none') emit(`only details:${firstInDetails}`, 1.5, null);
  emit(`${type}|price:${band}`, 1, null);
  emit(`${first}|price:${band}`, 1, null);
  emit(`${type}|${sale}|price:${band}`, 1, null);
  emit(`${type === 'no type' ? type : 'a type'}|${sale}|price:${band}`, 1.5, null);
  emit(`set:${[...offeredKinds].sort().join('+')}`, 1, null);
  emitFacts(reading, type, emit);
  emitHead(reading, emit);
  emitSizes(reading, { type, first, band }, emit);
  emitStatedRent(reading, type, emit);
}

const nameSense = (part: TitlePart | undefined) => (part === undefined ? 'none' : (part.sense ?? 'word'));

/** What the first parts of the title name, and the word behind or instead of it. */
function emitHead({ texts, evidence, price }: Reading, emit: EmitFeature): void {
  const [first, second] = findTitleParts(texts.title, evidence.title);
  const head = nameSense(first);
  emit(`head:${head}`, 2, null);
  emit(`head:${head}>${nameSense(second)}`, 1.5, null);
  emit(`head:${head}|price:${toPriceBand(price)}`, 1, null);
  if (!first?.last) return;
  const { word, at, end } = first.last;
  emit(`${first.sense === null ? 'head' : 'behind head'}:=${word}`, 1.5, { field: 'title', at, end });
}

/** Sizes and counts, with the type and the price. */
function emitSizes(
  reading: Reading,
  { type, first, band }: { type: string; first: string; band: string },
  emit: EmitFeature,
): void {
  const texts = { title: reading.texts.title, details: cutDetails(reading) };
  for (const name of emitMeasures(texts, emit)) {
    emit(`${name}|${type}`, 1, null);
    emit(`${name}|${first}`, 1, null);
    if (type === 'no type') emit(`${name}|${type}|price:${band}`, 1, null);
  }
}

/** A rent that is not the price is that of a lot or of a tenant. */
function emitStatedRent({ texts, price }: Reading, type: string, emit: EmitFeature): void {
  if (price === null) return;
  const rents = [...findStatedRents(texts.title), ...findStatedRents(texts.details)];
  if (rents.length === 0) return;
  const relation = compareWithRents(price, rents);
  emit(`price is ${relation} of rent`, 2, null);
  emit(`price is ${relation} of rent|${type}`, 2, null);
}

const jointPattern =
  /^[\s,]*(and|or|&|\+|\/|plus|with|w\/|on one and)\s(?:(?:an?|the|one|separate|its|own|older|small|empty|vacant|\d)\s)*$/;

/** 'House or lot', 'a house on one and a mobile on the other': two kinds in one breath. */
function emitJoined(text: string, items: readonly Evidence[], emit: EmitFeature): void {
  const nouns = items.filter(({ sense }) => joinedKinds.has(kinds[sense] ?? ''));
  for (const [index, { sense, end }] of nouns.entries()) {
    const next = nouns[index + 1];
    const joint = next && jointPattern.exec(text.slice(end, next.at))?.[1];
    if (!joint || kinds[next.sense] === kinds[sense]) continue;
    emit(`joined by ${joint}`, 1.5, null);
    emit(`${kinds[sense]} ${joint} ${kinds[next.sense]}`, 2, null);
  }
}
const joinedKinds = new Set(['house', 'mobile', 'tiny', 'land']);

/** What an assessor's list states, and what contradicts itself. */
function emitFacts(reading: Reading, type: string, emit: EmitFeature): void {
  if (isSaid(reading, 'legal')) emit(`legal|${type}`, 2, null);
  if (isSaid(reading, 'legal') && !isSaid(reading, 'built')) emit('legal, nothing built', 2, null);
  for (const [one, other] of contradictions)
    if (isSaid(reading, one) && isSaid(reading, other)) emit(`${one} but ${other}`, 3, null);
}

/** Facts that no single property has. */
const contradictions: [Sense, Sense][] = [
  ['bare', 'built'],
  ['mobile', 'siteBuilt'],
  ['tiny', 'large'],
];

/** Whether a fact of the property itself is stated. */
const isSaid = ({ evidence }: Reading, sense: Sense): boolean =>
  listingFields.some((field) =>
    evidence[field].some(
      ({ sense: other, role }) => other === sense && (role === 'head' || role === 'modifier' || role === 'place'),
    ),
  );

const hasHead = ({ evidence }: Reading, sense: Sense): boolean =>
  listingFields.some((field) => evidence[field].some((item) => item.sense === sense && item.role === 'head'));

function emitRenting(reading: Reading, isInTitle: boolean, emit: EmitFeature): void {
  if (hasHead(reading, 'rentToOwn')) emit(`rent to own|price:${toPriceBand(reading.price)}`, 1.5, null);
  if (hasHead(reading, 'rentHint')) emit(`rent hint|price:${toPriceBand(reading.price)}`, 1.5, null);
  if (hasHead(reading, 'amenity')) emit(`amenity|price:${toPriceBand(reading.price)}`, 1.5, null);
  if (isInTitle) emit('title for rent', 2.5, null);
  else if (hasHead(reading, 'rent')) {
    const monthly = hasHead(reading, 'rentHint') ? 'monthly' : '';
    emit(`rent|${monthly}|${hasHead(reading, 'sale') ? 'sale' : 'no sale'}`, 1.5, null);
  }
}
