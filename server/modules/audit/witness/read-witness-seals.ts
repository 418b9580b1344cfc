import { readFileSync } from 'node:fs';
import { parseWitnessLines } from '#server/lib/evidence/witness-lines.ts';
import { checkSignature, type PublicKeys } from '../hash-chain/check-seals.ts';
import type { ExternalSeal } from '../hash-chain/external-seal.ts';

/** The seals in the file of a witness. Throws where it cannot be read. */
export function readWitnessSeals(path: string, keys: PublicKeys): ExternalSeal[] {
  return parseWitnessLines(readFileSync(path, 'utf8')).map(({ place, seal }) => {
    const { ordinal, hash, root } = seal;
    const isSigned = checkSignature(seal, keys) === 'not-reached';
    return { name: `the seal in ${place}`, ordinal, hash, root, isSigned };
  });
}
