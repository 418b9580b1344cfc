import { yieldToEventLoop } from './delay.ts';

const itemsPerTurn = 500;

/** Maps a list that may be long: other work has its turn after every 500 items. */
export async function mapInTurns<T, U>(items: readonly T[], map: (item: T) => U): Promise<U[]> {
  const mapped: U[] = [];
  for (const item of items) {
    if (mapped.length > 0 && mapped.length % itemsPerTurn === 0) await yieldToEventLoop();
    mapped.push(map(item));
  }
  return mapped;
}
