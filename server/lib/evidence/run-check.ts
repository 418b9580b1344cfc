import { existsSync, readFileSync } from 'node:fs';
import { checkEvidence } from './check-evidence.ts';
import type { EvidenceCheck } from './evidence.ts';
import { parsePublicKey } from './public-key.ts';

type CheckRequest = {
  file: string;
  publicKey?: string | undefined;
  /** Checks the evidence against something else, too. */
  extend?: (check: EvidenceCheck) => EvidenceCheck;
};
type CheckOutcome = {
  text: string;
  /** 0: sound; 1: not sound; 2: could not be checked. */
  exitCode: 0 | 1 | 2;
};

/** Checks a file of evidence. `publicKey` is a file, or a key in PEM or base64. */
export function runCheck({ file, publicKey, extend = (check) => check }: CheckRequest): CheckOutcome {
  try {
    const trustedKey = publicKey === undefined ? null : readPublicKey(publicKey);
    const check = extend(checkEvidence(readFileSync(file, 'utf8'), trustedKey));
    if (check.findings.length > 0) return { text: toPrintable(describeFindings(check)), exitCode: 1 };
    return { text: toPrintable(describeProof(check, trustedKey !== null)), exitCode: 0 };
  } catch (error) {
    return { text: toPrintable([error instanceof Error ? error.message : 'The check failed']), exitCode: 2 };
  }
}

function readPublicKey(keyOrPath: string) {
  try {
    return parsePublicKey(existsSync(keyOrPath) ? readFileSync(keyOrPath, 'utf8') : keyOrPath);
  } catch {
    throw new Error('--public-key must be a file with a public key, or that key in PEM or base64');
  }
}

function describeProof({ evidence, keyId, notes = [] }: EvidenceCheck, isKeyTrusted: boolean): string[] {
  const { at, count, filter, first, last, treeSize, unsealedSince } = evidence.manifest;
  const unsealed = evidence.events.filter(({ ordinal }) => ordinal >= (unsealedSince ?? Infinity)).length;
  return [
    `Evidence of ${at}, filter ${JSON.stringify(filter)}`,
    `Key ${keyId}: ${isKeyTrusted ? 'the one that you gave' : 'compare it with the one that you keep, or give that as --public-key'}`,
    `Events: ${count} of ${treeSize}${first && last ? `, from ${first.ordinal} to ${last.ordinal}` : ''}`,
    `Proven by seals of the log: ${count - unsealed} (seals: ${evidence.seals.length})`,
    `Covered by the signature of this file alone: ${unsealed} (unsealed since ${unsealedSince ?? 'no event'})`,
    ...notes,
    'Not proven: positions, sentences and decrypted values, which are marked as unproven',
    'Sound: no changes detected.',
  ];
}

function describeFindings({ keyId, findings }: EvidenceCheck): string[] {
  const places = findings.slice(0, 20).map(({ place, sentence }) => `${place}: ${sentence}`);
  return [`NOT SOUND: ${findings.length} places differ (key ${keyId ?? 'unreadable'})`, ...places];
}

/** A file may hold characters that control a terminal. */
function toPrintable(lines: string[]): string {
  return lines.map((line) => `${line.replace(/[^\x20-\x7e]/g, '?')}\n`).join('');
}
