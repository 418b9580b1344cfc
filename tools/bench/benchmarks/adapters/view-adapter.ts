import { type Collection, MongoClient } from 'mongodb';
import type { Position } from '#domain/shared/decider.ts';
import { openMongoViewStore } from '#projections/store/mongo/mongo.ts';
import type { ViewBatch, ViewStore } from '#projections/store/port.ts';
import { compareToBareClient, measureRate } from '../../interleave.ts';
import type { BenchResult } from '../../result.ts';
import { startViews } from '../../workspace.ts';

const seconds = 2;
const batchSize = 500;
/** FerretDB accepts no more updates in one message. */
const messageSize = 25;
const once = { seconds, concurrency: 1 };
const view = { view: 'measured', version: 1, indexes: [['email']] } as const;
const generation = '1#1';
type StoredDoc = { _id: string; email: string; text: string };

const createDocs = (round: number) =>
  Array.from({ length: batchSize }, (_, n) => ({ id: `d${n}`, email: `member${n}@example.com`, maxPrice: round }));

/**
 * The adapter of MongoDB against its plain client: a batch of 500 documents with its checkpoint, and one document read.
 */
export async function measureViewAdapter(): Promise<BenchResult[]> {
  const { url: mongoUrl, end } = await startViews();
  const views = openMongoViewStore(mongoUrl);
  await views.prepare(view, generation);
  await views.promote(view, generation);
  const client = new MongoClient(mongoUrl, { writeConcern: { w: 'majority' } });
  const collection = client.db().collection<StoredDoc>('bare');
  await collection.createIndex({ email: 1 });
  const checkpoints = client.db().collection<{ _id: string; checkpoint: number }>('checkpoints');

  let position = 0;
  const apply = () => {
    position += batchSize;
    return applyBatch(views, position);
  };
  const figures = [
    await compareToBareClient(`batch of ${batchSize} documents into MongoDB`, {
      measureAdapter: () => measureRate(apply, once),
      measureClient: () =>
        measureRate(async () => {
          position += batchSize;
          await writeBare(collection, position);
          await checkpoints.updateOne({ _id: 'bare' }, { $set: { checkpoint: position } }, { upsert: true });
        }, once),
    }),
    await compareToBareClient('one document read from MongoDB', {
      measureAdapter: () => measureRate(() => views.get('measured', 'd7'), once),
      measureClient: () => measureRate(() => collection.findOne({ _id: 'd7' }), once),
    }),
  ];
  await client.close();
  await views.close();
  await end();
  return figures;
}

function applyBatch(views: ViewStore, position: number): Promise<void> {
  // Positions are numbers that come from a log; these are generated.
  const at = position as Position;
  const changes = createDocs(position).map((doc) => ({ id: doc.id, doc, position: at }));
  const batch: ViewBatch = [{ view: view.view, generation, changes, checkpoint: at }];
  return views.apply(batch);
}

async function writeBare(collection: Collection<StoredDoc>, round: number): Promise<void> {
  const writes = createDocs(round).map(({ id, email, ...doc }) => ({
    replaceOne: {
      filter: { _id: id },
      replacement: { email, text: JSON.stringify({ id, email, ...doc }) },
      upsert: true,
    },
  }));
  for (let from = 0; from < writes.length; from += messageSize) {
    await collection.bulkWrite(writes.slice(from, from + messageSize), { ordered: false });
  }
}
