import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { listingStream } from '#domain/event-catalog/streams.ts';
import { toPosition } from '#domain/shared/decider.ts';
import { createMemberIndex } from '../member-index/members.ts';
import { matchListing } from './match-listing.ts';
import { sampleFacts } from './testing/sample-listing.ts';

const members = createMemberIndex({ zip: () => null, listZips: () => [], locate: () => null, countiesOfZip: () => [] });

it.each([
  ['below the lowest so far is matched', 39_999, true],
  ['equal to the lowest so far is not matched again', 40_000, false],
  ['above the lowest so far is not matched again', 40_001, false],
])('A listing at a price %s', (_, price, isMatched) => {
  const listingId = randomUUID();
  const data = { listingId, price, previousPrice: 45_000, lowestBefore: 40_000, facts: sampleFacts };
  const metadata = { actor: 'intake:county', commandId: 'c', correlationId: 'c', at: '2026-03-10T15:00:00.000Z' };
  const place = { stream: listingStream(listingId), revision: 1, position: toPosition(2) };
  const event = { id: randomUUID(), type: 'ListingRepriced', data, ...place, metadata };
  expect(matchListing(event, members) !== null).toBe(isMatched);
});
