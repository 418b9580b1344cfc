import { pick, type Random } from '../bench/data/random.ts';

const maxPerKey = 50;
const maxLength = 200;
/** Answers that are longer are read up to here. */
const maxRead = 20_000;
const identifying = /"(id|position|token|cursor|code|email|link)":"?([^",}\]]+)/g;
const pictureLink = /\/api\/pictures\/([\da-f]{32})/g;

export type KnownValues = ReturnType<typeof createKnownValues>;

/** Ids and the like that the product has answered with, by their field and the part of the API; the oldest are dropped. */
export function createKnownValues(random: Random, excluded: string[]) {
  const values = new Map<string, string[]>();
  const remember = (key: string, value: string) => {
    const remembered = values.get(key) ?? [];
    if (!remembered.includes(value)) remembered.push(value);
    values.set(key, remembered.slice(-maxPerKey));
  };
  return {
    learn: (path: string, answer: string): void => {
      for (const [, field = '', value = ''] of answer.slice(0, maxRead).matchAll(identifying)) {
        if (value.length > maxLength || excluded.includes(value)) continue;
        for (const key of listKeys(path, field)) remember(key, value);
      }
      for (const [, id = ''] of answer.matchAll(pictureLink)) remember('/api/pictures', id);
    },
    /** Gives a field another value that makes a request acceptable. */
    add: remember,
    /** Null where none is known. */
    ofField: (field: string): string | null => pickOrNull(values.get(field), random),
    ofPath: (path: string): string | null => pickOrNull(values.get(stemOf(path)), random),
  };
}

function pickOrNull(values: string[] | undefined, random: Random): string | null {
  return values === undefined ? null : pick(random, values);
}

function stemOf(path: string): string {
  return path.split('/{')[0] ?? path;
}

/** The fields and the parts of the API that a value in an answer may serve for. */
function listKeys(path: string, field: string): string[] {
  if (field === 'position') return [field, stemOf(path)];
  if (field !== 'id') return [field];
  const offers = path === '/api/admin/listings' ? ['/api/offers'] : [];
  return [field, stemOf(path), 'listing', 'user', 'listingId', 'userId', ...offers];
}
