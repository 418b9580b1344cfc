import * as z from 'zod';

const hash = z.string().regex(/^[\da-f]{64}$/);
const count = z.int().positive();

/** A seal as it is signed, with its signature: other fields of a line are left out. */
const witnessedSeal = z.object({
  at: z.iso.datetime(),
  hash,
  keyId: z.string(),
  ordinal: count,
  position: z.int(),
  root: hash,
  signature: z.string().refine((text) => Buffer.from(text, 'base64').toString('base64') === text),
  treeSize: count,
});

/** A seal that a witness kept; `place` names its line. */
export type WitnessLine = { place: string; seal: z.infer<typeof witnessedSeal> };

/** The seals in the file of a witness, one JSON object a line. Throws where a line is none, or there is none. */
export function parseWitnessLines(text: string): WitnessLine[] {
  const lines = text.split('\n').flatMap((line, index) => (line.trim() === '' ? [] : parseLine(line, index + 1)));
  if (lines.length === 0) throw new Error('The file of the witness has no seals');
  return lines;
}

function parseLine(line: string, number: number): WitnessLine {
  try {
    const seal = witnessedSeal.parse(JSON.parse(line));
    return { place: `line ${number} of the witness (${seal.treeSize} events)`, seal };
  } catch (error) {
    throw new Error(`Line ${number} of the file of the witness is not a seal`, { cause: error });
  }
}
