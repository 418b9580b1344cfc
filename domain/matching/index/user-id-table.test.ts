import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createUserIdTable } from './user-id-table.ts';

it('A user id table gives every id one number, and returns the id for it', () => {
  const anId = fc.oneof(
    fc.uuid(),
    fc.string({ maxLength: 40 }),
    fc.constantFrom('ffffffff-ffff-ffff-ffff-ffff00000000', 'FFFFFFFF-0000-4000-8000-000000000000', '', 'ann'),
  );
  fc.assert(
    fc.property(fc.array(anId, { maxLength: 200 }), (userIds) => {
      const ids = createUserIdTable();
      for (const userId of userIds) expect(ids.findNumber(userId)).toBe(-1);
      const numbers = new Map<string, number>();
      for (const userId of userIds) {
        const number = ids.insert(userId);
        expect(number).toBe(numbers.get(userId) ?? numbers.size);
        numbers.set(userId, number);
      }
      for (const [userId, number] of numbers) {
        expect(ids.findNumber(userId)).toBe(number);
        expect(ids.textOf(number)).toBe(userId);
      }
    }),
    { numRuns: 100 },
  );
});

it('A user id table distinguishes tens of thousands of ids', () => {
  const ids = createUserIdTable();
  const idOf = (n: number) =>
    `${n.toString(16).padStart(8, '0')}-0000-4000-8000-${(n * 7).toString(16).padStart(12, '0')}`;
  for (let n = 0; n < 50_000; n++) expect(ids.insert(idOf(n))).toBe(n);
  for (let n = 0; n < 50_000; n += 97) expect([ids.findNumber(idOf(n)), ids.textOf(n)]).toEqual([n, idOf(n)]);
  expect(ids.findNumber(idOf(50_000))).toBe(-1);
});
