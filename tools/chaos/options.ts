import { parseArgs } from 'node:util';

export type ChaosOptions = { minutes: number; seed: number };

export const usage = `npm run chaos -- [--minutes 10] [--seed 1]

FERRETDB names the program of a FerretDB, which the run starts, kills and suspends.
`;

/** Null for wrong arguments. */
export function readOptions(args: string[]): ChaosOptions | null {
  try {
    const options = { minutes: { type: 'string', default: '10' }, seed: { type: 'string', default: '1' } } as const;
    const { values } = parseArgs({ args, options });
    const [minutes, seed] = [Number(values.minutes), Number(values.seed)];
    return minutes > 0 && Number.isSafeInteger(seed) ? { minutes, seed } : null;
  } catch {
    return null;
  }
}
