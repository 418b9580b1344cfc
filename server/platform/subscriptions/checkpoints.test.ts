import { expect, it } from 'vitest';
import { toPosition } from '#domain/shared/decider.ts';
import { openTemporaryDocuments } from '#projections/store/testing/temporary-documents.ts';
import { createDocumentCheckpoint } from './checkpoints.ts';

it('A checkpoint stays where it is when a former leader saves an earlier one late', async () => {
  const documents = openTemporaryDocuments();
  const events = { head: () => Promise.resolve(toPosition(1)) };
  const former = createDocumentCheckpoint({ documents, events }, 'relay');
  const leader = createDocumentCheckpoint({ documents, events }, 'relay');
  expect(await former.load()).toBe(1);
  await leader.save(toPosition(5));
  await former.save(toPosition(3));
  expect(await leader.load()).toBe(5);
});
