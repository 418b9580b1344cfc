import { createPublicKey } from 'node:crypto';
import { findSignatureProblem } from './check-evidence.ts';
import type { EvidenceCheck, EvidenceFile, Finding } from './evidence.ts';
import type { WitnessLine } from './witness-lines.ts';

/** Adds to a check whether sound evidence agrees with the seals that a witness kept. */
export function checkWitness(check: EvidenceCheck, lines: readonly WitnessLine[]): EvidenceCheck {
  const { evidence, findings } = check;
  if (findings.length > 0) return check;
  const key = createPublicKey(evidence.publicKey);
  const compare = createComparison(evidence);
  const outcomes = lines.map(({ place, seal }) => ({
    place,
    ...compare(seal),
    signatureProblem: findSignatureProblem(seal, key),
  }));
  const covered = outcomes.filter(({ isCovered }) => isCovered).length;
  return {
    ...check,
    findings: outcomes.flatMap(({ place, signatureProblem, contradiction }): Finding[] => {
      const sentence = signatureProblem ?? contradiction;
      return sentence === null ? [] : [{ place, sentence }];
    }),
    notes: [`Seals of the witness that agree: ${covered} of ${lines.length} (the file proves nothing of the others)`],
  };
}

/** The file proves the roots of its trees, and the hash of the chain at each of its events and before it. */
function createComparison({ events, seals, manifest }: EvidenceFile) {
  const roots = new Map([manifest, ...seals.map(({ seal }) => seal)].map(({ treeSize, root }) => [treeSize, root]));
  const hashes = new Map<number, string>();
  for (const { ordinal, hash, previousHash } of events) hashes.set(ordinal, hash).set(ordinal - 1, previousHash);
  return ({ treeSize, ordinal, root, hash, at }: WitnessLine['seal']) => {
    const isSame = (roots.get(treeSize) ?? root) === root && (hashes.get(ordinal) ?? hash) === hash;
    const isCut = treeSize > manifest.treeSize && at <= manifest.at;
    const cut = isCut ? `At a later time the log had only ${manifest.treeSize} events: some were removed.` : null;
    return {
      isCovered: roots.has(treeSize) || hashes.has(ordinal),
      contradiction: isSame ? cut : 'The file has other events up to there: the log was rewritten.',
    };
  };
}
