export type LruCache<V> = {
  get: (id: string) => V | undefined;
  set: (id: string, value: V) => void;
  remove: (id: string) => void;
};

/**
 * At most `maxCount` values by id, and at least the most recently used half of them. Two maps in alternation, as a map
 * from which the oldest entry is removed again and again becomes slow.
 */
export function createLruCache<V>(maxCount: number): LruCache<V> {
  let young = new Map<string, V>();
  let old = new Map<string, V>();
  const set = (id: string, value: V) => {
    if (young.size >= maxCount / 2 && !young.has(id)) [young, old] = [new Map<string, V>(), young];
    young.set(id, value);
  };
  return {
    get: (id) => {
      const value = young.get(id);
      if (value !== undefined) return value;
      const before = old.get(id);
      if (before !== undefined) set(id, before);
      return before;
    },
    set,
    remove: (id) => {
      young.delete(id);
      old.delete(id);
    },
  };
}
