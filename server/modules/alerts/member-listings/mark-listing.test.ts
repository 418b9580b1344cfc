import { expect, it } from 'vitest';
import type { ViewReader } from '#projections/store/port.ts';
import { toPosition } from '#domain/shared/decider.ts';
import { createListingMarker } from './mark-listing.ts';

it.each([
  ['written where the view may be behind', false, [{ userId: 'ann', listingId: 'house', saved: false }]],
  ['left out where the view is current', true, undefined],
])('A mark that equals the view is %s', async (_what, isCurrent, members) => {
  const written: { data: { members: object[] } }[] = [];
  const views: Partial<ViewReader> = { get: () => Promise.resolve({ id: 'one', saved: false } as never) };
  const markListing = createListingMarker({
    views: views as ViewReader,
    handle: (_decider, _stream, command) => {
      written.push(command as (typeof written)[number]);
      return Promise.resolve({ eventCount: 1, position: toPosition(1) });
    },
    waitForProjections: () => Promise.resolve(true),
    waitForHead: () => Promise.resolve(isCurrent),
  });
  const marking = { userId: 'ann', listingId: 'house', marks: { saved: false } };
  expect(await markListing(marking, { actor: 'ann', commandId: 'one' })).toMatchObject({ saved: false });
  expect(written[0]?.data.members).toEqual(members);
});
