import { expect, it } from 'vitest';
import { findShard } from '#domain/matching/shards.ts';
import { toPosition } from '#domain/shared/decider.ts';
import { openTemporaryDocuments } from '#projections/store/testing/temporary-documents.ts';
import { writeDigestPass } from '../../matching/digest-pass.ts';
import { createDigestGate } from './digest-gate.ts';

const now = Date.parse('2026-03-11T11:00:00.000Z');
const scoutShards = 4;

/** A gate of which mails up to position 10 are in the outbox; whether it holds the digest of a member. */
function openGate() {
  const documents = openTemporaryDocuments();
  const clock = () => new Date(now);
  const gate = createDigestGate({
    documents,
    clock,
    config: { scoutShards },
    findTerms: () => Promise.resolve({ term: 1, position: toPosition(10), ends: {} }),
    holdMs: 5_000,
  });
  return { documents, holds: async (userId: string) => (await gate({ userId, queuedAt: now })) !== null };
}

it('A digest waits for the delivery of the shard that owns its member, and for no other', async () => {
  const { documents, holds } = openGate();
  const [waiting, done] = ['ann', 'bob'].map((userId) => findShard(userId, scoutShards));
  if (waiting === undefined || done === undefined) throw new Error('There are no members');
  expect(waiting).not.toEqual(done);
  await writeDigestPass(documents, waiting, { state: 'idle', position: toPosition(11) });
  await writeDigestPass(documents, done, { state: 'idle', position: toPosition(10) });
  expect([await holds('ann'), await holds('bob')]).toEqual([true, false]);
});

it('A digest waits for its due alerts where its shard has delivered none since the number of shards changed', async () => {
  const { documents, holds } = openGate();
  const due = (userId: string) => ({ id: `listing-0/${userId}`, userId, due: now, bucket: 0 });
  await documents.put('digests', due('ann'));
  expect([await holds('ann'), await holds('bob')]).toEqual([true, false]);
  await documents.remove('digests', 'listing-0/ann');
  expect(await holds('ann')).toBe(false);
});
