const mostKept = 2_000;
const longest = 4_000;

/**
 * Rows as they were read last, of a file that this process alone writes: the same few are asked for with every request.
 * Whoever writes must clear them.
 */
export function recentTexts<R extends { doc: string }>() {
  const kept = new Map<string, R>();
  return {
    /** What is kept under `key`, else what `read` finds. */
    get: (key: string, read: () => R | undefined): R | undefined => {
      const known = kept.get(key);
      if (known) return known;
      const found = read();
      if (!found || found.doc.length > longest) return found;
      if (kept.size >= mostKept) kept.clear();
      kept.set(key, found);
      return found;
    },
    clear: () => kept.clear(),
  };
}
