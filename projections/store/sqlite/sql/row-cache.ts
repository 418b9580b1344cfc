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
      const cached = rows.get(key);
      if (cached) return cached;
      const row = read();
      if (!row || row.doc.length > maxDocLength) return row;
      if (rows.size >= maxRows) rows.clear();
      rows.set(key, row);
      return row;
    },
    clear: () => rows.clear(),
  };
}
