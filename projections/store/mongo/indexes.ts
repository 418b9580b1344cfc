import type { IndexSpecification } from 'mongodb';
import { type MongoCall, isServerError, longOperationTimeoutMs } from './connection.ts';

const namespaceNotFoundCode = 26;
const notImplementedCode = 238;

/**
 * Creates missing indexes, and the collection with them. All fields are ascending: an index is read in both directions.
 */
export async function ensureIndexes(ask: MongoCall, collection: string, keys: string[][]) {
  const present = new Set(await listIndexNames(ask, collection));
  for (const fields of keys) {
    const name = fields.join(',');
    if (!present.has(name))
      await createIndex(ask, collection, Object.fromEntries(fields.map((field) => [field, 1])), { name });
  }
}

/** Documents expire some time after the time in `field`. False on FerretDB, which does not support this. */
export async function ensureExpiry(ask: MongoCall, collection: string, field: string, expireAfterSeconds: number) {
  const name = `${field} passes`;
  if ((await listIndexNames(ask, collection)).includes(name)) return true;
  try {
    await createIndex(ask, collection, { [field]: 1 }, { name, expireAfterSeconds, sparse: true });
    return true;
  } catch (error) {
    if (isServerError(error, notImplementedCode)) return false;
    throw error;
  }
}

/** FerretDB drops the connection when asked to create an existing index, so the existing ones are listed first. */
async function listIndexNames(ask: MongoCall, collection: string): Promise<string[]> {
  try {
    const indexes = await ask((db) => db.collection(collection).listIndexes().toArray());
    return indexes.map(({ name }) => String(name));
  } catch (error) {
    if (isServerError(error, namespaceNotFoundCode)) return [];
    throw error;
  }
}

function createIndex(
  ask: MongoCall,
  collection: string,
  key: IndexSpecification,
  options: { name: string; expireAfterSeconds?: number; sparse?: boolean },
) {
  return ask((db) => db.collection(collection).createIndex(key, options, {}), longOperationTimeoutMs);
}
