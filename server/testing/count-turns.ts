import { setImmediate } from 'node:timers/promises';

/** How often other work had its turn while this work went on. */
export async function countTurns<T>(work: () => Promise<T>): Promise<{ result: T; turns: number }> {
  let turns = 0;
  let isOver = false;
  const counting = (async () => {
    for (;;) {
      await setImmediate();
      if (isOver) return;
      turns += 1;
    }
  })();
  const result = await work().finally(() => {
    isOver = true;
  });
  await counting;
  return { result, turns };
}
