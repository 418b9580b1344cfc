import { describe, expect, it } from 'vitest';
import type { Position } from '../decider.ts';
import { upcast } from '../upcasters.ts';

const data = { listingId: '5d0c1b7e-2f64-5a3b-8c19-7e4f0a6b9d31', reason: 'Sold' };
const at = '2026-03-02T09:30:00.000Z';

const read = (actor: string) =>
  upcast({
    type: 'ListingWithdrawn',
    data,
    id: 'e',
    stream: `listing-${data.listingId}`,
    revision: 1,
    position: 2 as Position,
    metadata: { actor, commandId: 'c', correlationId: 'c', at },
  }).data;

describe('a withdrawal of the first version', () => {
  it('is that of a person where a user wrote it', () => {
    expect(read('8a1f0c52-6f3e-4d0a-9b57-2f6a0c9e4d11')).toEqual({ ...data, byPerson: true });
  });

  it.each(['intake:county', 'scout', 'system'])('is that of its source where %s wrote it', (actor) => {
    expect(read(actor)).toEqual(data);
  });
});
