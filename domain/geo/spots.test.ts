import { expect, it } from 'vitest';
import { spotOf, touches } from './spots.ts';

const detroit = { latitude: 42.36, longitude: -83.13 };
const toledo = { latitude: 41.65, longitude: -83.54 };
const cleveland = { latitude: 41.5, longitude: -81.69 };

it('holds whatever lies in it, and reaches whom it touches', () => {
  const spot = spotOf(detroit);
  expect(touches(spot, detroit, 0)).toBe(true);
  expect(touches(spot, toledo, 50)).toBe(true);
  expect(touches(spot, toledo, 20)).toBe(false);
  expect(touches(spot, cleveland, 50)).toBe(false);
});

it('is the same for points beside each other', () => {
  expect(spotOf({ latitude: 42.4, longitude: -83.2 })).toBe(spotOf(detroit));
});
