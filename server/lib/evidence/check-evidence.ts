import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { sha256 } from '../sha256.ts';
import { hashLeaf } from '../merkle-tree/hashes.ts';
import { computeRootFromLeaf, computeRootsFromGrowth } from '../merkle-tree/verify-proofs.ts';
import { writeCanonicalJson } from './canonical-json.ts';
import type { EvidenceFile, EvidenceCheck, EvidenceEvent, Finding, Inspect } from './evidence.ts';
import { computeKeyId } from './public-key.ts';

const formProblem = 'It does not have the form that docs/evidence.md describes.';

/** Checks evidence by its text. `trustedKey` is the key that its reader kept. Throws where the text is no evidence. */
export function checkEvidence(text: string, trustedKey: KeyObject | null): EvidenceCheck {
  const evidence = JSON.parse(text) as EvidenceFile | null; // any other shape is a finding
  if (evidence?.format !== 'evidence/1') throw new Error('The file is no evidence of the format evidence/1');
  const findings: Finding[] = [];
  const inspect: Inspect = (place, check) => {
    try {
      const sentence = check();
      if (sentence !== null) findings.push({ place, sentence });
    } catch {
      findings.push({ place, sentence: formProblem });
    }
  };
  inspect('file', () => findOtherFields(evidence, ['events', 'format', 'manifest', 'publicKey', 'seals']));
  const key = readKey(evidence, trustedKey, inspect);
  inspect('manifest', () => findSignatureProblem(evidence.manifest, key));
  inspect('seals', () => checkSeals(evidence, key, inspect));
  inspect('events', () => checkEvents(evidence, inspect));
  inspect('manifest', () => findManifestProblem(evidence));
  return { evidence, keyId: key && computeKeyId(key), findings };
}

function readKey({ publicKey }: EvidenceFile, trustedKey: KeyObject | null, inspect: Inspect): KeyObject | null {
  let key: KeyObject | null = null;
  inspect('publicKey', () => {
    key = createPublicKey(publicKey);
    if (key.export({ type: 'spki', format: 'pem' }) !== publicKey) return 'The key is not written as PEM.';
    return trustedKey === null || key.equals(trustedKey) ? null : 'The key is not the one that you gave.';
  });
  return key;
}

/** Everything that is signed is signed as RFC 8785 writes it without its signature. */
export function findSignatureProblem(
  { signature, ...signed }: { signature: string; keyId: string },
  key: KeyObject | null,
): string | null {
  if (key === null || signed.keyId !== computeKeyId(key)) return 'Another key than the one in the file has signed it.';
  const isSigned = verify(null, Buffer.from(writeCanonicalJson(signed)), key, readBase64(signature));
  return isSigned ? null : 'Its signature is not valid: it was changed, or signed by another key.';
}

function checkSeals({ seals, manifest }: EvidenceFile, key: KeyObject | null, inspect: Inspect): null {
  for (const [index, entry] of seals.entries()) {
    const { seal, proof } = entry;
    const place = `seal ${index + 1} of the file (${seal.treeSize} events)`;
    inspect(place, () => findOtherFields(entry, ['proof', 'seal']) ?? findSignatureProblem(seal, key));
    inspect(place, () => {
      const next = seals[index + 1]?.seal ?? manifest;
      if (seal.treeSize > next.treeSize) return 'It covers more events than the one after it.';
      const growth = { from: seal.treeSize, to: next.treeSize, rootBefore: readHex(seal.root) };
      const { before, after } = computeRootsFromGrowth(growth, proof.map(readBase64));
      const isConsistent = before.equals(growth.rootBefore) && after.equals(readHex(next.root));
      return isConsistent ? null : 'Its consistency proof does not lead to the tree after it.';
    });
  }
  return null;
}

function checkEvents({ events, seals, manifest }: EvidenceFile, inspect: Inspect): null {
  const trees = new Map([manifest, ...seals.map(({ seal }) => seal)].map((tree) => [tree.treeSize, tree.root]));
  for (const [index, entry] of events.entries()) {
    inspect(`event ${index + 1} of the file (ordinal ${entry.ordinal})`, () => {
      if ((events[index - 1]?.ordinal ?? Infinity) <= entry.ordinal) return 'It is not older than the one before it.';
      return findEventProblem(entry, trees);
    });
  }
  return null;
}

function findEventProblem(entry: EvidenceEvent, trees: ReadonlyMap<number, string>): string | null {
  const { ordinal, previousHash, event, proof } = entry;
  const names = ['event', 'hash', 'ordinal', 'previousHash', 'proof', 'unproven'];
  const problem = findOtherFields({ unproven: null, ...entry }, names) ?? findOtherFields(proof, ['path', 'treeSize']);
  if (problem !== null) return problem;
  const computed = sha256(Buffer.concat([readHex(previousHash), Buffer.from(writeCanonicalJson(event))]));
  if (!computed.equals(readHex(entry.hash))) return 'The event or the hash before it was changed.';
  const root = trees.get(proof.treeSize);
  if (root === undefined) return `No seal of the file covers ${proof.treeSize} events.`;
  if (!Number.isSafeInteger(ordinal) || ordinal < 1 || ordinal > proof.treeSize)
    return 'Its proof is of a tree without it.';
  const leaf = { hash: hashLeaf(computed), index: ordinal - 1 };
  const isIncluded = computeRootFromLeaf(leaf, proof.treeSize, proof.path.map(readBase64)).equals(readHex(root));
  return isIncluded ? null : 'Its inclusion proof does not lead to the root of its tree.';
}

/** What the manifest says of the lists, where these differ from it. */
function findManifestProblem({ format, events, seals, manifest }: EvidenceFile): string | null {
  const [newest, oldest] = [events[0], events.at(-1)];
  const sizes = seals.map(({ seal }) => seal.treeSize);
  const digest = createHash('sha256');
  for (const entry of events) digest.update(toDigestLine(entry));
  const sealedSize = sizes.at(-1) ?? 0;
  const unsealedSince = sealedSize < manifest.treeSize ? sealedSize + 1 : null;
  const comparisons: [isSame: boolean, sentence: string][] = [
    [manifest.format === format, 'It is of another format.'],
    [manifest.count === events.length, `It counts ${manifest.count} events, and the file has ${events.length}.`],
    [manifest.first?.ordinal === oldest?.ordinal, 'Its first event is another than that of the file.'],
    [manifest.last?.ordinal === newest?.ordinal, 'Its last event is another than that of the file.'],
    [manifest.digest === digest.digest('hex'), 'Its digest is of other events: one was left out, added or changed.'],
    [JSON.stringify(manifest.seals) === JSON.stringify(sizes), 'It names other seals than the file has.'],
    [manifest.unsealedSince === unsealedSince, 'It names another event as the first without a seal.'],
  ];
  return comparisons.find(([isSame]) => !isSame)?.[1] ?? null;
}

function findOtherFields(value: object, names: readonly string[]): string | null {
  const found = Object.keys(value).sort();
  const isExact = found.length === names.length && found.every((name, index) => name === names[index]);
  return isExact ? null : `It has the fields ${found.join(', ')} where there must be ${names.join(', ')}.`;
}

function readHex(text: string): Buffer {
  if (!/^[\da-f]{64}$/.test(text)) throw new TypeError('Not a SHA-256 hash in hex');
  return Buffer.from(text, 'hex');
}

/** Throws where another text has the same bytes. */
function readBase64(text: string): Buffer {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.toString('base64') !== text) throw new TypeError('Not base64');
  return bytes;
}

/** The text of an event in the list that the manifest's digest hashes. */
export function toDigestLine({ ordinal, hash }: Pick<EvidenceEvent, 'ordinal' | 'hash'>): string {
  return `${ordinal} ${hash}\n`;
}
