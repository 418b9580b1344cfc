import { setImmediate } from 'node:timers/promises';

/** How often other work had its turn while this work went on. */
export async function countTurns<T>(work: () => Promise<T>): Promise<{ result: T; turns: number }> {
  let turns = 0;
  const over = new AbortController();
  const counting = (async () => {
    for (; !over.signal.aborted; turns += 1) await setImmediate();
  })();
  const result = await work().finally(() => over.abort());
  await counting;
  return { result, turns };
}
