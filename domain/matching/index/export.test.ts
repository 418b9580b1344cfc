import { typeBitsEnd } from '#domain/listing/property-types.contract.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createMatcher, type MatcherMember } from '../matcher.ts';

const point = fc.record({
  latitude: fc.double({ min: 40, max: 44, noNaN: true }),
  longitude: fc.double({ min: -86, max: -82, noNaN: true }),
});
const aMember = fc.record({
  userId: fc.oneof(fc.uuid(), fc.string({ minLength: 1, maxLength: 12 })),
  at: point,
  radius: fc.constantFrom(25, 50, 250),
  maxPrice: fc.integer({ min: 0, max: 1_000_000 }),
  typeBits: fc.integer({ min: 0, max: typeBitsEnd - 1 }),
  isDaily: fc.boolean(),
});
const memberOf = ({ at, ...member }: typeof aMember extends fc.Arbitrary<infer T> ? T : never): MatcherMember => ({
  ...member,
  ...at,
  zipCode: `${at.latitude} ${at.longitude}`,
});
const byUser = (some: { userId: string }, other: { userId: string }) => (some.userId < other.userId ? -1 : 1);

it('A matcher restored from exported columns has the same members and matches, and accepts changes', () => {
  const changes = fc.array(fc.record({ member: aMember, leaves: fc.boolean() }), { maxLength: 60 });
  fc.assert(
    fc.property(changes, changes, fc.array(point, { minLength: 1, maxLength: 3 }), (before, after, places) => {
      const first = createMatcher();
      const apply = (matcher: typeof first, all: typeof before) => {
        for (const { member, leaves } of all) {
          if (leaves) matcher.remove(member.userId);
          else matcher.set(memberOf(member));
        }
      };
      apply(first, before);
      const second = createMatcher(structuredClone(first.columns()));
      expect(second.size).toBe(first.size);
      for (const matcher of [first, second]) apply(matcher, after);
      expect(second.size).toBe(first.size);
      for (const { member } of [...before, ...after])
        expect(second.findSearch(member.userId)).toEqual(first.findSearch(member.userId));
      for (const place of places) {
        const listing = { ...place, price: 1000, propertyType: 'house' as const };
        const found = [first, second].map((matcher) => matcher.match(listing).toArray().sort(byUser));
        expect(found[1]).toEqual(found[0]);
      }
    }),
    { numRuns: 200 },
  );
});

it('An export contains no place without a member', () => {
  const matcher = createMatcher();
  const typeBits = 0;
  const [north, south] = [
    { zipCode: '59820', latitude: 47, longitude: -114 },
    { zipCode: '48204', latitude: 42, longitude: -83 },
  ];
  for (const [userId, at] of [
    ['gone', north],
    ['moved', north],
    ['here', south],
    ['moved', south],
  ] as const)
    matcher.set({ userId, ...at, typeBits, radius: 50, maxPrice: 2000 });
  matcher.remove('gone');
  expect(matcher.columns().places).toEqual([south]);
  const again = createMatcher(matcher.columns());
  const found = again.match({ ...south, price: 1000, propertyType: 'house' }).toArray();
  expect(found.map(({ userId }) => userId).toSorted()).toEqual(['here', 'moved']);
  expect(again.findSearch('here')?.zipCode).toBe('48204');
});

it('A restored matcher finds members very close to the edge of a cell, in any order of insertion', () => {
  const typeBits = 0;
  const enter = (matcher: ReturnType<typeof createMatcher>, userId: string, latitude: number) =>
    matcher.set({ userId, zipCode: `${latitude}`, latitude, longitude: -83, radius: 50, maxPrice: 2000, typeBits });
  const matcher = createMatcher();
  enter(matcher, 'edge', 41.99999999999999);
  enter(matcher, 'south', 40.1);
  const offer = { latitude: 40.1, longitude: -83, price: 1000, propertyType: 'house' as const };
  expect(matcher.match(offer).toArray()).toMatchObject([{ userId: 'south' }]);
});

it('A restored matcher has full blocks again', () => {
  const first = createMatcher();
  const at = { latitude: 42, longitude: -83, zipCode: '48204' };
  const typeBits = 0;
  const enter = (matcher: typeof first, n: number) =>
    matcher.set({ userId: `user-${n}`, ...at, typeBits, radius: 50, maxPrice: n % 700 });
  for (let n = 0; n < 1500; n++) enter(first, n);
  const second = createMatcher(first.columns());
  for (const matcher of [first, second]) for (let n = 1000; n < 2500; n++) enter(matcher, n);
  const listing = { ...at, price: 350, propertyType: 'house' as const };
  expect(second.size).toBe(2500);
  expect(second.match(listing).count).toBe(first.match(listing).count);
});
