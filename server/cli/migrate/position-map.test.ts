import { describe, expect, it } from 'vitest';
import type { Position } from '#domain/shared/decider.ts';
import type { Doc } from '#projections/store/port.ts';
import { createPositionMap } from './position-map.ts';

const at = (position: number) => ({ id: 'cursor', position }) as Doc;
const translated = (wanted: number[], events: [number, number][]) => {
  const positions = createPositionMap(wanted as Position[]);
  for (const [source, target] of events) positions.addPair(source as Position, target as Position);
  return wanted.map((position) => positions.translate(at(position)));
};

describe('positions in the log', () => {
  it('Positions in the log become those of the same events in the other store', () => {
    const events: [number, number][] = [
      [1, 70],
      [2, 165],
      [3, 903],
      [4, 1_200],
    ];
    expect(translated([3, 1, 1, 4], events)).toEqual([at(903), at(70), at(70), at(1_200)]);
    expect(
      translated(
        [3],
        events.map(([source, target]) => [source * 100, target]),
      ),
    ).toEqual([at(0)]);
  });

  it('Positions in the log before the first event stay unchanged, between two map to the earlier, past the last to the last', () => {
    const events: [number, number][] = [
      [70, 1],
      [165, 2],
    ];
    expect(translated([0, 69, 100, 999], events)).toEqual([at(0), at(0), at(1), at(2)]);
    expect(translated([5], [])).toEqual([at(0)]);
  });

  it('Positions in the log are only numbers in a top-level field named position', () => {
    const positions = createPositionMap([]);
    positions.addPair(1 as Position, 70 as Position);
    for (const doc of [{ id: 'a' }, { id: 'a', position: 'manager' }, { id: 'a', inner: { position: 1 } }]) {
      expect(positions.translate(doc)).toBe(doc);
    }
  });
});
