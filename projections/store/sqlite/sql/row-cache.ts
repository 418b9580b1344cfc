const maxRows = 2_000;
const maxDocLength = 4_000;

/**
 * Rows as they were read last, of a file that this process alone writes: the same few are asked for with every request.
 * Whoever writes must clear them.
 */
export function createRowCache<R extends { doc: string }>() {
  const rows = new Map<string, R>();
  return {
    /** What is kept under `key`, else what `read` finds. */
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
