import { pick } from '../bench/data/random.ts';
import type { Random } from './random-request.ts';

const maxPerKey = 50;
const maxLength = 200;
/** Answers that are longer are read up to here. */
const maxRead = 20_000;
const identifying = /"(id|position|token|cursor|code|email|link)":"?([^",}\]]+)/g;

export type KnownValues = ReturnType<typeof createKnownValues>;

/** Ids and the like that the product has answered with, by their field and the part of the API; the oldest are dropped. */
export function createKnownValues(random: Random, excluded: string[]) {
  const values = new Map<string, string[]>();
  const remember = (key: string, value: string) => {
    const known = values.get(key) ?? [];
    if (!known.includes(value)) known.push(value);
    values.set(key, known.slice(-maxPerKey));
  };
  return {
    learn: (path: string, answer: string): void => {
      for (const [, field = '', value = ''] of answer.slice(0, maxRead).matchAll(identifying)) {
        if (value.length > maxLength || excluded.includes(value)) continue;
        remember(field, value);
        if (field === 'id' || field === 'position') remember(stemOf(path), value);
        if (field === 'id') for (const name of ['listing', 'user', 'listingId', 'userId']) remember(name, value);
      }
    },
    /** Null where none is known. */
    ofField: (field: string): string | null => pickOrNull(values.get(field), random),
    ofPath: (path: string): string | null => pickOrNull(values.get(stemOf(path)), random),
  };
}

function pickOrNull(known: string[] | undefined, random: Random): string | null {
  return known === undefined ? null : pick(random, known);
}

function stemOf(path: string): string {
  return path.split('/{')[0] ?? path;
}
