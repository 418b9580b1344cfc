/**
 * Tells when a connection falls silent though nothing has closed it, as when a network goes away without a word, and
 * when it is heard again.
 */
export function createHeartbeatMonitor(timeoutMs: number, onSilent: (silent: boolean) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isSilent = false;
  const stop = () => {
    clearTimeout(timer);
    isSilent = false;
  };
  const heard = () => {
    if (isSilent) onSilent(false);
    stop();
    timer = setTimeout(() => {
      isSilent = true;
      onSilent(true);
    }, timeoutMs);
  };
  return { heard, stop };
}
