import { describe, expect, it } from 'vitest';
import { intakeItem } from './contract.ts';

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
  ])('An optional field of an item that cannot be read is left out: %s %j', (name, value) => {
    expect(readField(name, value)).toBeUndefined();
  });
});
