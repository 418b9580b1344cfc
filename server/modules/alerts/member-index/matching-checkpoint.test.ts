import { expect, it } from 'vitest';
import { listShards } from '#domain/matching/shards.ts';
import { toPosition } from '#domain/shared/decider.ts';
import { openTemporaryDocuments } from '#projections/store/testing/temporary-documents.ts';
import { createMatchingCheckpoint } from './matching-checkpoint.ts';

/** Checkpoints on a log that ends at `head`, and the starts of all shards of a number. */
function openCheckpoints() {
  const log = { head: 10 };
  const stores = { documents: openTemporaryDocuments(), events: { head: () => Promise.resolve(toPosition(log.head)) } };
  return {
    log,
    save: async (count: number, positions: number[]) => {
      for (const [n, shard] of listShards(count).entries()) {
        const position = positions[n];
        if (position !== undefined) await createMatchingCheckpoint(stores, shard).save(toPosition(position));
      }
    },
    starts: (count: number) =>
      Promise.all(listShards(count).map((shard) => createMatchingCheckpoint(stores, shard).load())),
  };
}

it('Shards that never ran begin together at the end that the log had when the first of them asked', async () => {
  const { log, starts } = openCheckpoints();
  expect(await starts(2)).toEqual([10, 10]);
  log.head = 20;
  expect([await starts(2), await starts(1)]).toEqual([[10, 10], [10]]);
});

it('Shards continue where they were, or where all shards of another number have been, whichever is later', async () => {
  const { save, starts } = openCheckpoints();
  await save(1, [20]);
  expect(await starts(3)).toEqual([20, 20, 20]);
  await save(3, [30, 25, 40]);
  expect([await starts(3), await starts(1), await starts(2)]).toEqual([[30, 25, 40], [25], [25, 25]]);
  await save(2, [35, 38]);
  expect([await starts(3), await starts(1), await starts(2)]).toEqual([[35, 35, 40], [35], [35, 38]]);
});

it('Shards do not rely on another number of shards of which one never saved its position', async () => {
  const { save, starts } = openCheckpoints();
  await save(1, [20]);
  await save(4, [50, 50, 50]);
  expect([await starts(1), await starts(2)]).toEqual([[20], [20, 20]]);
});
