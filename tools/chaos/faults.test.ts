import { expect, it } from 'vitest';
import { createRandom } from '../bench/data/random.ts';
import { createDeck } from './faults.ts';

const kinds = ['kill', 'stop', 'log', 'database', 'disk'].map((name) => ({ name, group: name.slice(0, 1) }));

it('Faults are drawn so that each kind comes before any comes again, in an order that the seed gives', () => {
  const drawAll = (seed: number) => {
    const draw = createDeck(kinds, createRandom(seed));
    return Array.from({ length: 2 * kinds.length }, () => draw(() => true)?.name);
  };
  const names = kinds.map(({ name }) => name).toSorted();
  expect(drawAll(1).slice(0, kinds.length).toSorted()).toEqual(names);
  expect(drawAll(1).slice(kinds.length).toSorted()).toEqual(names);
  expect(drawAll(1)).toEqual(drawAll(1));
  expect(new Set([1, 2, 3, 4].map((seed) => drawAll(seed).join())).size).toBeGreaterThan(1);
});

it('A second fault at once is of another group, and one that had to wait comes later', () => {
  const draw = createDeck(kinds, createRandom(1));
  const first = draw(() => true);
  const second = draw(({ group }) => group !== first?.group);
  expect(second?.group).not.toBe(first?.group);
  const others = Array.from({ length: kinds.length - 2 }, () => draw(() => true)?.name);
  expect(new Set([first?.name, second?.name, ...others]).size).toBe(kinds.length);
});
