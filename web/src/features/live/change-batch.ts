/** In ms: changes that come this close together are shown by one round of requests. */
const batchWindowMs = 150;
/** In ms: after a round, the next waits this long for each of its requests, so that a busy hour floods no page. */
const pausePerRequestMs = 2200;

/** Collects changed documents by view; `refresh` shows them, and returns how many requests that takes. */
export function createChangeBatch(refresh: (view: string, ids: string[]) => number) {
  const pending = new Map<string, Set<string>>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    timer = undefined;
    if (pending.size === 0) return;
    const changes = [...pending];
    pending.clear();
    const requestCount = changes.reduce((sum, [view, ids]) => sum + refresh(view, [...ids]), 0);
    timer = setTimeout(flush, requestCount * pausePerRequestMs);
  };
  return {
    add: (view: string, ids: readonly string[]) => {
      pending.set(view, new Set([...(pending.get(view) ?? []), ...ids]));
      timer ??= setTimeout(flush, batchWindowMs);
    },
    clear: () => clearTimeout(timer),
  };
}
