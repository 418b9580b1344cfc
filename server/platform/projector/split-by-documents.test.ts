import { expect, it } from 'vitest';
import { startPosition } from '#domain/shared/decider.ts';
import { splitByDocuments } from './split-by-documents.ts';
import { createFreshTarget } from './target.ts';
import { createTallyProjection, openProjectorFixture } from './testing/projector-fixture.ts';

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => `doc-${from + index}`);

/** How many events are in each part, where each event changes the documents of its list. */
async function countEvents(documents: string[][]): Promise<number[]> {
  const { views, events, hear } = openProjectorFixture();
  for (const ids of documents) await hear(...ids);
  const target = await createFreshTarget(views, createTallyProjection());
  const log = await events.readAll(startPosition, documents.length);
  return splitByDocuments([target], log).map((part) => part.events.length);
}

it('Events that each change one document count it once in a part', async () => {
  expect(await countEvents(Array.from({ length: 600 }, (_, index) => [`doc-${index % 2}`]))).toEqual([600]);
});

it('A part has at most 500 documents, also of those that a part before it had', async () => {
  const ofOneDocument = range(0, 400).map((id) => [id]);
  const ofMany = range(400, 500);
  const both = [...ofOneDocument, ofMany];
  expect(await countEvents([...both, ...both, ...ofOneDocument, ['doc']])).toEqual([801, 401, 1]);
});

it('An event that changes more than 500 documents is a part of its own', async () => {
  expect(await countEvents([['doc'], range(0, 501), ['doc']])).toEqual([1, 1, 1]);
});
