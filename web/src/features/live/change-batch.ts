/** In ms: changes that come this close together are shown by one round of requests. */
const batchWindowMs = 150;
/** In ms: after a round, the next waits this long for each of its requests, so that a busy hour floods no page. */
const pausePerRequestMs = 3000;
/** In ms: what could not be read is read again after this time. */
const failurePauseMs = 30_000;

/** `done` rejects where a request failed. */
type Refresh = (view: string, ids: string[]) => { requestCount: number; done: Promise<unknown> };

/** Collects changed documents by view; `refresh` shows those of one view, which is a round. */
export function createChangeBatch(refresh: Refresh) {
  const pending = new Map<string, Set<string>>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(flush, ms);
  };
  const collect = (view: string, ids: readonly string[]) =>
    pending.set(view, new Set([...(pending.get(view) ?? []), ...ids]));
  const flush = () => {
    timer = undefined;
    const [next] = pending;
    if (next === undefined) return;
    const [view, changed] = next;
    pending.delete(view);
    const ids = [...changed];
    const { requestCount, done } = refresh(view, ids);
    wait(requestCount * pausePerRequestMs);
    done.catch(() => {
      collect(view, ids);
      wait(failurePauseMs);
    });
  };
  return {
    add: (view: string, ids: readonly string[]) => {
      collect(view, ids);
      timer ??= setTimeout(flush, batchWindowMs);
    },
    clear: () => clearTimeout(timer),
  };
}
