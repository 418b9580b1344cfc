import { expect, it } from 'vitest';
import { toGridCell, isCellInRadius } from './grid-cell.ts';

const detroit = { latitude: 42.36, longitude: -83.13 };
const toledo = { latitude: 41.65, longitude: -83.54 };
const cleveland = { latitude: 41.5, longitude: -81.69 };

it('A grid cell contains the points within it, and is in the radius of points near it', () => {
  const gridCell = toGridCell(detroit);
  expect(isCellInRadius(gridCell, detroit, 0)).toBe(true);
  expect(isCellInRadius(gridCell, toledo, 50)).toBe(true);
  expect(isCellInRadius(gridCell, toledo, 20)).toBe(false);
  expect(isCellInRadius(gridCell, cleveland, 50)).toBe(false);
});

it('A grid cell is the same for points close to each other', () => {
  expect(toGridCell({ latitude: 42.4, longitude: -83.2 })).toBe(toGridCell(detroit));
});
