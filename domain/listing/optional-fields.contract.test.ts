import { describe, expect, it } from 'vitest';
import { intakeItem, readIntakeItem } from './contract.ts';

const required = { title: 'House', link: 'https://x.example/lots/7' };
const readField = (name: string, value: unknown) =>
  (intakeItem.parse({ ...required, [name]: value }) as Record<string, unknown>)[name];

describe('an optional field of an item', () => {
  it.each([
    ['zipCode', 48_204, '48204'],
    ['zipCode', 2134, '02134'],
    ['latitude', '42.39', 42.39],
    ['longitude', ' -82.98° ', -82.98],
    ['longitude', '82.98 W', -82.98],
    ['postedAt', '2026-04-30 17:01:55', '2026-04-30T17:01:55Z'],
    ['postedAt', '2026-04-30 17:01:55.5+00', '2026-04-30T17:01:55.5+00:00'],
    ['postedAt', '2026-04-30 17:01:55 -0400', '2026-04-30T17:01:55-04:00'],
    ['postedAt', '4/30/2026', '2026-04-30'],
    ['imageUrl', '/photos/1.jpg', 'https://x.example/photos/1.jpg'],
    ['imageUrl', '2.jpg', 'https://x.example/lots/2.jpg'],
    ['imageUrl', '//cdn.example/3.jpg', 'https://cdn.example/3.jpg'],
    ['parcel', 21_045_331, '21045331'],
    ['propertyType', 101, '101'],
    ['externalId', 4711, '4711'],
    ['withdrawn', 'Yes', true],
    ['withdrawn', 1, true],
    ['withdrawn', '0', false],
    ['parcel', ' ', undefined],
  ])('An optional field of an item is read in another form: %s %j', (name, value, expected) => {
    expect(readField(name, value)).toBe(expected);
  });

  it.each([
    ['zipCode', { code: 48_204 }],
    ['latitude', 'north'],
    ['longitude', 200],
    ['postedAt', 'last Tuesday'],
    ['postedAt', 1_777_568_515],
    ['postedAt', '2026-13-45 00:00:00'],
    ['postedAt', '13/45/2026'],
    ['imageUrl', 'data:image/png;base64,AAAA'],
    ['county', 7],
    ['city', 'x'.repeat(101)],
    ['propertyType', ['house']],
    ['externalId', { id: 1 }],
    ['externalId', 'x'.repeat(201)],
    ['details', ['one', 'two']],
    ['price', { amount: 45_000 }],
    ['withdrawn', 'perhaps'],
  ])('An optional field of an item that cannot be read is left out, and said so: %s %j', (name, value) => {
    expect(readField(name, value)).toBeUndefined();
    const { checked, leftOut } = readIntakeItem({ ...required, [name]: value });
    expect(checked.success).toBe(true);
    expect(leftOut).toEqual([
      { field: name, value: expect.any(String) as string, reason: expect.stringContaining(name) as string },
    ]);
  });

  it('An optional field of an item that is blank is absent, and not reported', () => {
    const blank = { externalId: '', city: ' ', postedAt: '', latitude: '', imageUrl: '', county: null };
    const { checked, leftOut } = readIntakeItem({ ...required, ...blank });
    expect([checked.data, leftOut]).toEqual([required, []]);
  });

  it('A text that is too long is read up to its limit, and said so', () => {
    const { checked, leftOut } = readIntakeItem({ ...required, details: 'x'.repeat(25_000) });
    expect(checked.data?.details).toHaveLength(20_000);
    expect(leftOut).toMatchObject([
      { field: 'details', reason: 'only the first 20,000 characters of details were read' },
    ]);
  });
});
