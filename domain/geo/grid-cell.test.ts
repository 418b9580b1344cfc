import { expect, it } from 'vitest';
import { toGridCell, isCellInRadius } from './grid-cell.ts';

const detroit = { latitude: 42.36, longitude: -83.13 };
const toledo = { latitude: 41.65, longitude: -83.54 };
const cleveland = { latitude: 41.5, longitude: -81.69 };

it('holds whatever lies in it, and reaches whom it touches', () => {
  const gridCell = toGridCell(detroit);
  expect(isCellInRadius(gridCell, detroit, 0)).toBe(true);
  expect(isCellInRadius(gridCell, toledo, 50)).toBe(true);
  expect(isCellInRadius(gridCell, toledo, 20)).toBe(false);
  expect(isCellInRadius(gridCell, cleveland, 50)).toBe(false);
});

it('is the same for points beside each other', () => {
  expect(toGridCell({ latitude: 42.4, longitude: -83.2 })).toBe(toGridCell(detroit));
});
