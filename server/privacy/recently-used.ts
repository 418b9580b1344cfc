export type RecentlyUsed<V> = {
  get: (id: string) => V | undefined;
  set: (id: string, value: V) => void;
  remove: (id: string) => void;
};

/** At most `most` values by id: what was not used for the longest time makes room. */
export function recentlyUsed<V>(most: number): RecentlyUsed<V> {
  const kept = new Map<string, V>();
  return {
    get: (id) => {
      const value = kept.get(id);
      if (value === undefined) return undefined;
      kept.delete(id);
      kept.set(id, value);
      return value;
    },
    set: (id, value) => {
      kept.delete(id);
      kept.set(id, value);
      if (kept.size > most) kept.delete(kept.keys().next().value ?? '');
    },
    remove: (id) => {
      kept.delete(id);
    },
  };
}
