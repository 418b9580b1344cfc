import { createTimer } from '#server/lib/delay.ts';
import type { BuiltGeneration, Catalogue } from './catalogue.ts';
import { type MongoCall, longOperationTimeoutMs } from './connection.ts';

/** In ms. After this time no reader of another process still uses a former collection. */
const readerGraceMs = 30_000;

/** Dropped generations are no longer found immediately; `removeDue` removes their collections later. */
export function createCollectionRemover(ask: MongoCall, { queryGenerations }: Catalogue, after = readerGraceMs) {
  const removeDue = async () => {
    let waiting = 0;
    for (const { _id, dropped = [] } of await queryGenerations((records) => records.find().toArray())) {
      const dueCollections = dropped.filter(({ at }) => at.getTime() + after <= Date.now());
      for (const { collection, at } of dueCollections) {
        await ask((db) => db.dropCollection(collection), longOperationTimeoutMs);
        await queryGenerations((records) => records.updateOne({ _id }, { $pull: { dropped: { collection, at } } }));
      }
      await queryGenerations((records) =>
        records.deleteOne({ _id, collection: null, 'dropped.0': { $exists: false } }),
      );
      waiting += dropped.length - dueCollections.length;
    }
    if (waiting > 0) removeLater();
  };

  // After a failure it is removed some time after the next start.
  const timer = createTimer(() => void removeDue().catch(() => undefined));
  const removeLater = () => {
    if (!timer.isRunning()) timer.start(after + 1_000);
  };

  return {
    removeDue,
    removeLater,
    drop: async ({ _id, collection }: BuiltGeneration) => {
      const update = { $set: { collection: null }, $push: { dropped: { collection, at: new Date() } } };
      await queryGenerations((records) => records.updateOne({ _id, collection }, update));
      removeLater();
    },
    stop: timer.stop,
  };
}
