import { setImmediate } from 'node:timers/promises';

/** How often other work could run while this work went on. */
export async function countYields<T>(work: () => Promise<T>): Promise<{ result: T; yields: number }> {
  let yields = 0;
  const state = { isOver: false };
  const counting = (async () => {
    for (;;) {
      await setImmediate();
      if (state.isOver) return;
      yields += 1;
    }
  })();
  const result = await work().finally(() => {
    state.isOver = true;
  });
  await counting;
  return { result, yields };
}
