import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { writeCanonicalJson } from '#server/lib/evidence/canonical-json.ts';
import type { EvidenceFile, EvidenceEvent } from '#server/lib/evidence/evidence.ts';
import { computeKeyId } from '#server/lib/evidence/public-key.ts';

/** A whole number from 0 to below the limit. */
export type Random = (limit: number) => number;
/** A manipulated file; `place` is where it must be found, null where it must not be opened at all. */
export type Manipulation = { text: string; place: RegExp | null };
type Tamper = (evidence: EvidenceFile, random: Random, text: string) => Manipulation;

/** Whole numbers by mulberry32. */
export function createRandom(seed: number): Random {
  let state = seed;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * limit);
  };
}

const toText = (evidence: EvidenceFile) => JSON.stringify(evidence);
const atOrdinal = ({ ordinal }: Pick<EvidenceEvent, 'ordinal'>) => new RegExp(`\\(ordinal ${ordinal}\\)`);
const pick = <T>(items: readonly T[], random: Random): T => {
  const item = items[random(items.length)];
  if (item === undefined) throw new Error('There is nothing to pick from');
  return item;
};

/** What is checked: everything but what is marked as unproven. */
function readProven(text: string): unknown {
  try {
    const { events, ...rest } = JSON.parse(text) as EvidenceFile;
    return { ...rest, events: events.map((event) => ({ ...event, unproven: null })) };
  } catch {
    return null;
  }
}

const flipByte: Tamper = (_evidence, random, text) => {
  const bytes = Buffer.from(text);
  const position = random(bytes.length);
  bytes[position] = (bytes[position] ?? 0) ^ (1 << random(8));
  const flipped = bytes.toString();
  const isNothingProven = isDeepStrictEqual(readProven(flipped), readProven(text));
  return isNothingProven ? flipByte(_evidence, random, text) : { text: flipped, place: /./ };
};

const changes: ((entry: EvidenceEvent) => unknown)[] = [
  (entry) => (entry.ordinal += 1),
  (entry) => (entry.hash = entry.previousHash),
  (entry) => (entry.previousHash = '0'.repeat(64)),
  (entry) => (entry.event.stream += 'x'),
  (entry) => (entry.event.revision += 1),
  (entry) => (entry.event.id = entry.event.id.replace(/^./, 'x')),
  (entry) => (entry.event.type = 'Changed'),
  (entry) => Object.assign(entry.event.data ?? {}, { name: 'Smyth' }),
  (entry) => Object.assign(entry.event.metadata ?? {}, { actor: 'another' }),
  (entry) => Object.assign(entry.event, { more: true }),
  (entry) => Object.assign(entry, { more: true }),
];
const changeField: Tamper = (evidence, random) => {
  const entry = pick(evidence.events, random);
  pick(changes, random)(entry);
  return { text: toText(evidence), place: atOrdinal(entry) };
};

const swapEvents: Tamper = (evidence, random) => {
  const index = random(evidence.events.length - 1);
  const [newer, older] = evidence.events.splice(index, 2);
  if (!newer || !older) throw new Error('There are too few events');
  evidence.events.splice(index, 0, older, newer);
  return { text: toText(evidence), place: atOrdinal(newer) };
};

const dropEvent: Tamper = (evidence, random) => {
  evidence.events.splice(random(evidence.events.length), 1);
  return { text: toText(evidence), place: /manifest/ };
};

const addEvent: Tamper = (evidence, random) => {
  const index = random(evidence.events.length);
  const added = structuredClone(pick(evidence.events.slice(index, index + 1), random));
  added.event.data = { forged: true };
  evidence.events.splice(index, 0, added);
  return { text: toText(evidence), place: atOrdinal(added) };
};

const alterProof: Tamper = (evidence, random) => {
  const entry = pick(evidence.events, random);
  const { path } = entry.proof;
  if (random(2) === 0) path.pop();
  else path[random(path.length)] = Buffer.alloc(32, random(256)).toString('base64');
  return { text: toText(evidence), place: atOrdinal(entry) };
};

const alterConsistency: Tamper = (evidence, random) => {
  const index = random(evidence.seals.length);
  evidence.seals[index]?.proof.push(Buffer.alloc(32, 1).toString('base64'));
  return { text: toText(evidence), place: new RegExp(`seal ${index + 1} of`) };
};

const dropSeal: Tamper = (evidence, random) => {
  evidence.seals.splice(random(evidence.seals.length), 1);
  return { text: toText(evidence), place: /manifest|seal/ };
};

const cutTail: Tamper = (evidence, random, text) => {
  if (random(2) === 0) return { text: text.slice(0, -2 - random(text.length - 2)), place: null };
  evidence.events.length -= 1 + random(evidence.events.length - 1);
  return { text: toText(evidence), place: /manifest/ };
};

/** Signs everything again with another key, after a change. */
function reseal(
  evidence: EvidenceFile,
  { privateKey, publicKey }: { privateKey: KeyObject; publicKey: KeyObject },
): void {
  const keyId = computeKeyId(publicKey);
  for (const signed of [...evidence.seals.map(({ seal }) => seal), evidence.manifest]) {
    const unsigned = { ...signed, keyId, signature: undefined };
    const signature = sign(null, Buffer.from(writeCanonicalJson(unsigned)), privateKey).toString('base64');
    Object.assign(signed, { keyId, signature });
  }
}

const resealWithoutKey: Tamper = (evidence, random) => {
  dropEvent(evidence, random, '');
  evidence.manifest.count = evidence.events.length;
  reseal(evidence, generateKeyPairSync('ed25519'));
  return { text: toText(evidence), place: /manifest/ };
};

const replaceKey: Tamper = (evidence) => {
  const pair = generateKeyPairSync('ed25519');
  reseal(evidence, pair);
  evidence.publicKey = pair.publicKey.export({ type: 'spki', format: 'pem' });
  return { text: toText(evidence), place: /publicKey/ };
};

export const tampers: Record<string, Tamper> = {
  flipByte,
  changeField,
  swapEvents,
  dropEvent,
  addEvent,
  alterProof,
  alterConsistency,
  dropSeal,
  cutTail,
  resealWithoutKey,
  replaceKey,
};
