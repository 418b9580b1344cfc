import { expect, it } from 'vitest';
import { type Position, startPosition, toPosition } from '#domain/shared/decider.ts';
import { type Doc, type DocChange, StoreUnavailable, type ViewBatch } from '#projections/store/port.ts';
import { createBatchSubscriber } from './batch-subscriber.ts';

it('What could not be saved is saved with the next checkpoint, each document as it is by then', async () => {
  const applied: ViewBatch = [];
  let isAway = true;
  const change = (id: string, heard: number, at: number): DocChange => {
    const doc: Doc & { heard: number } = { id, heard };
    return { id, doc, position: toPosition(at) };
  };
  let changes = [change('a', 1, 1), change('b', 1, 1)];
  const subscriber = createBatchSubscriber({
    name: 'tallies',
    declaration: { view: 'tallies', version: 1, indexes: [] },
    projection: { begin: () => Promise.resolve(), add: () => undefined, changes: () => changes.splice(0) },
    events: { head: () => Promise.resolve(startPosition), readAll: () => Promise.resolve([]) },
    views: {
      prepare: () => Promise.resolve(startPosition),
      live: () => Promise.resolve(null),
      promote: () => Promise.resolve(),
      apply: (batch) => {
        if (isAway) return Promise.reject(new StoreUnavailable('The store is away'));
        applied.push(...batch);
        return Promise.resolve();
      },
    },
  });
  const save = (position: Position) => subscriber.checkpoint.save(position);
  await subscriber.checkpoint.load();
  await expect(save(toPosition(1))).rejects.toThrow('away');
  changes = [change('a', 2, 2)];
  isAway = false;
  await save(toPosition(2));
  expect(applied).toMatchObject([{ checkpoint: 2, changes: [change('a', 2, 2), change('b', 1, 1)] }]);
});
