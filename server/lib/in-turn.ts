/**
 * Runs works of the same key one after the other, in the order of the calls; works of other keys at once. With
 * `patience`, in ms, a work waits no longer than that for those before it.
 */
export function inTurn({ patience }: { patience?: number } = {}) {
  const last = new Map<string, Promise<unknown>>();
  return <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const before = last.get(key);
    const mine = before === undefined ? work() : ended(before, patience).then(work);
    last.set(key, mine);
    const leave = () => {
      if (last.get(key) === mine) last.delete(key);
    };
    mine.then(leave, leave);
    return mine;
  };
}

/** Resolves when a work has ended in any way, or after `patience`. */
function ended(work: Promise<unknown>, patience: number | undefined): Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const timer = patience === undefined ? undefined : setTimeout(resolve, patience, null);
  const end = () => {
    clearTimeout(timer);
    resolve(null);
  };
  work.then(end, end);
  return promise;
}
