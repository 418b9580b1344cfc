import type { Db } from 'mongodb';
import { expect, it } from 'vitest';
import { toPosition } from '#domain/shared/decider.ts';
import type { Catalogue } from './catalogue.ts';
import { createMongoWriter } from './writer.ts';

/** Writes `count` documents into each of two views; resolves to the sizes of the messages and the most at a time. */
async function write(buildInfo: object, count: number) {
  const sizes: number[] = [];
  let underway = 0;
  let most = 0;
  const bulkWrite = async (updates: unknown[]) => {
    sizes.push(updates.length);
    underway += 1;
    most = Math.max(most, underway);
    await Promise.resolve();
    underway -= 1;
  };
  // The writer calls nothing else of a database.
  const db = { admin: () => ({ buildInfo: () => Promise.resolve(buildInfo) }), collection: () => ({ bulkWrite }) };
  const batch = ['users', 'alerts'].map((view) => ({
    view,
    generation: '1',
    checkpoint: toPosition(count),
    changes: Array.from({ length: count }, (_, n) => ({
      id: `d-${n}`,
      doc: { id: `d-${n}` },
      position: toPosition(n),
    })),
  }));
  const generations = batch.map(({ view }) => ({ view, collection: view, checkpoint: toPosition(0) }));
  // The writer uses no other parts of a catalogue and of a database than these.
  const catalogue = {
    listBuilt: () => Promise.resolve(generations),
    advanceCheckpoints: () => Promise.resolve(),
  } as unknown as Catalogue;
  await createMongoWriter((question) => question(db as unknown as Db), catalogue)(batch, () => Promise.resolve());
  return { sizes, most };
}

it('Views in MongoDB are written in parallel, 1,000 documents a message', async () => {
  expect(await write({ version: '8.0.4', gitVersion: 'abc' }, 1_200)).toEqual({
    sizes: [1000, 1000, 200, 200],
    most: 2,
  });
});

it('Views in FerretDB are written 8 documents a message', async () => {
  const { sizes } = await write({ version: '7.0.77', ferretdb: { version: 'v2.7.0' } }, 20);
  expect(sizes.toSorted((a, b) => b - a)).toEqual([8, 8, 8, 8, 4, 4]);
});
