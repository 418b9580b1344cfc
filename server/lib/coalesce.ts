/** Coalesces concurrent calls; a caller never receives a result that started before its own call. */
export function coalesce<T>(ask: () => Promise<T>): () => Promise<T> {
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<T> | null = null;
  const begin = async () => {
    await running;
    next = null;
    const answer = ask();
    running = answer.catch(() => undefined);
    return answer;
  };
  return () => (next ??= begin());
}
