import type { Collection } from 'mongodb';
import { type Ask, upserting } from './connection.ts';
import { ensureExpiry, ensureIndexes } from './indexes.ts';
import { docOf, type Fields, fieldsOf, pathOf } from './stored.ts';
import type { Doc, Kept as KeptDocument } from '../port.ts';

type Kept = { _id: string; text: string; fields: Fields; expires?: Date };

type Inside = <T>(space: string, question: (documents: Collection<Kept>) => Promise<T>) => Promise<T>;

const spaceName = /^[a-z][\w-]*$/i;
const collectionsOfSpaces = 'keep_';
const putsBetweenPurges = 1_000;

/** Documents by space and id, each space a collection; those past their time are not found, and removed later. */
export function documentsIn(ask: Ask, now: () => number) {
  const collectionOf = (space: string) => {
    if (!spaceName.test(space)) throw new Error(`'${space}' is no name of a space`);
    return collectionsOfSpaces + space;
  };
  const inside: Inside = (space, question) => {
    const name = collectionOf(space);
    return ask((db) => question(db.collection<Kept>(name)));
  };
  const alive = (kept: Kept) => isAlive(kept, now);

  /** Where the server does not remove what is past its time, this does. */
  const purge = (space: string) =>
    inside(space, (documents) => documents.deleteMany({ expires: { $lte: new Date(now()) } }));
  const expiring = once(async (space) => {
    const server = await ensureExpiry(ask, collectionOf(space), 'expires', 0);
    if (!server) await purge(space);
    return server;
  });
  const indexed = once((name) => {
    const [space = '', field = ''] = name.split(' ');
    return ensureIndexes(ask, collectionOf(space), [[pathOf(field, 'fields')]]);
  });
  let puts = 0;

  return {
    get: async (space: string, id: string): Promise<Doc | null> => {
      const found = await inside(space, (documents) => documents.findOne({ _id: id }));
      return found && alive(found) ? docOf(found.text) : null;
    },
    ...manyAndNew(inside, now),
    put: async (space: string, doc: Doc, expires?: number) => {
      const kept = { text: JSON.stringify(doc), fields: fieldsOf(doc) };
      const server = expires === undefined || (await expiring(space));
      const replacement = expires === undefined ? kept : { ...kept, expires: new Date(Math.round(expires)) };
      const put = (all: Collection<Kept>) => all.replaceOne({ _id: doc.id }, replacement, { upsert: true });
      await inside(space, (documents) => upserting(() => put(documents)));
      puts += 1;
      if (!server && puts % putsBetweenPurges === 0) await purge(space);
    },
    replace: async (space: string, before: Doc, next: Doc): Promise<boolean> => {
      const same = { _id: before.id, text: JSON.stringify(before) };
      const change = { $set: { text: JSON.stringify(next), fields: fieldsOf(next) } };
      return (await inside(space, (documents) => documents.updateOne(same, change))).matchedCount === 1;
    },
    remove: async (space: string, id: string) => {
      await inside(space, (documents) => documents.deleteOne({ _id: id }));
    },
    spaces: () => spacesIn(ask),
    page: async (space: string, after: string, limit: number): Promise<KeptDocument[]> => {
      const lasting = [{ expires: { $exists: false } }, { expires: { $gt: new Date(now()) } }];
      const found = await inside(space, (documents) =>
        documents
          .find({ _id: { $gt: after }, $or: lasting })
          .sort({ _id: 1 })
          .limit(limit)
          .toArray(),
      );
      return found.map(({ text, expires }) => ({ doc: docOf(text), expires: expires?.getTime() ?? null }));
    },
    ...byField(inside, (space, field) => indexed(`${space} ${field}`), now),
  };
}

function byField(inside: Inside, indexed: (space: string, field: string) => Promise<unknown>, now: () => number) {
  return {
    findBy: async (space: string, field: string, value: string): Promise<Doc[]> => {
      await indexed(space, field);
      const path = pathOf(field, 'fields');
      const found = await inside(space, (documents) => documents.find({ [path]: { $eq: value } }).toArray());
      return found.filter((one) => isAlive(one, now)).map(({ text }) => docOf(text));
    },
    countBy: async (space: string, field: string, value: string): Promise<number> => {
      await indexed(space, field);
      const path = pathOf(field, 'fields');
      const lasting = [{ expires: { $exists: false } }, { expires: { $gt: new Date(now()) } }];
      return inside(space, (documents) => documents.countDocuments({ [path]: { $eq: value }, $or: lasting }));
    },
  };
}

function isAlive({ expires }: Kept, now: () => number): boolean {
  return expires === undefined || expires.getTime() > now();
}

function manyAndNew(inside: Inside, now: () => number) {
  return {
    getMany: async (space: string, ids: string[]): Promise<(Doc | null)[]> => {
      const kept = await inside(space, (documents) => documents.find({ _id: { $in: ids } }).toArray());
      const found = new Map(kept.filter((one) => isAlive(one, now)).map(({ _id, text }) => [_id, docOf(text)]));
      return ids.map((id) => found.get(id) ?? null);
    },
    putNew: async (space: string, doc: Doc): Promise<Doc> => {
      const kept = { text: JSON.stringify(doc), fields: fieldsOf(doc) };
      const found = await inside(space, async (documents) => {
        await documents.deleteOne({ _id: doc.id, expires: { $lte: new Date(now()) } });
        const set = { $setOnInsert: kept };
        const options = { upsert: true, returnDocument: 'after' } as const;
        return upserting(() => documents.findOneAndUpdate({ _id: doc.id }, set, options));
      });
      return found ? docOf(found.text) : doc;
    },
  };
}

async function spacesIn(ask: Ask): Promise<string[]> {
  const found = await ask((db) => db.listCollections({}, { nameOnly: true }).toArray());
  const names = found.map(({ name }) => name).filter((name) => name.startsWith(collectionsOfSpaces));
  return names.map((name) => name.slice(collectionsOfSpaces.length)).toSorted();
}

/** Done once for each name, and again where it failed. */
function once<T>(work: (name: string) => Promise<T>) {
  const done = new Map<string, Promise<T>>();
  return (name: string) => {
    const known = done.get(name);
    if (known) return known;
    const doing = work(name);
    done.set(name, doing);
    doing.catch(() => done.delete(name));
    return doing;
  };
}
