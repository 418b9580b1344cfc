import type { IndexSpecification } from 'mongodb';
import { type Ask, isAnswer, whileItWorks } from './connection.ts';

const noSuchCollection = 26;
const notImplemented = 238;

/** Makes those that are missing, and the collection with them. All fields go upwards: an index is read both ways. */
export async function ensureIndexes(ask: Ask, collection: string, keys: string[][]) {
  const present = new Set(await indexNames(ask, collection));
  for (const fields of keys) {
    const name = fields.join(',');
    if (!present.has(name))
      await make(ask, collection, Object.fromEntries(fields.map((field) => [field, 1])), { name });
  }
}

/** Documents go some time after the time in `field`. False on FerretDB, which does not know how. */
export async function ensureExpiry(ask: Ask, collection: string, field: string, expireAfterSeconds: number) {
  const name = `${field} passes`;
  if ((await indexNames(ask, collection)).includes(name)) return true;
  try {
    await make(ask, collection, { [field]: 1 }, { name, expireAfterSeconds, sparse: true });
    return true;
  } catch (error) {
    if (isAnswer(error, notImplemented)) return false;
    throw error;
  }
}

/** FerretDB drops the connection when told to make what is there already, so the present ones are asked for first. */
async function indexNames(ask: Ask, collection: string): Promise<string[]> {
  try {
    const found = await ask((db) => db.collection(collection).listIndexes().toArray());
    return found.map(({ name }) => String(name));
  } catch (error) {
    if (isAnswer(error, noSuchCollection)) return [];
    throw error;
  }
}

function make(
  ask: Ask,
  collection: string,
  key: IndexSpecification,
  options: { name: string; expireAfterSeconds?: number; sparse?: boolean },
) {
  return ask((db) => db.collection(collection).createIndex(key, options, {}), whileItWorks);
}
