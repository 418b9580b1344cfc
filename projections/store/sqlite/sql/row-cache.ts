const maxRows = 2_000;
const maxDocLength = 4_000;

/**
 * The last read rows of a file that only this process writes: many requests read the same few rows. A caller that
 * writes must clear them.
 */
export function createRowCache<R extends { doc: string }>() {
  const rows = new Map<string, R>();
  return {
    /** The cached value for `key`, otherwise the result of `read`. */
    get: (key: string, read: () => R | undefined): R | undefined => {
      const known = rows.get(key);
      if (known) return known;
      const found = read();
      if (!found || found.doc.length > maxDocLength) return found;
      if (rows.size >= maxRows) rows.clear();
      rows.set(key, found);
      return found;
    },
    clear: () => rows.clear(),
  };
}
