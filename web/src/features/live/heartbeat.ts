/**
 * Reports when a connection falls silent without being closed, as when the network fails, and when it is heard again.
 */
export function createHeartbeatMonitor(timeoutMs: number, onSilent: (silent: boolean) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isSilent = false;
  const stop = () => {
    clearTimeout(timer);
    isSilent = false;
  };
  const recordBeat = () => {
    if (isSilent) onSilent(false);
    stop();
    timer = setTimeout(() => {
      isSilent = true;
      onSilent(true);
    }, timeoutMs);
  };
  return { recordBeat, stop };
}
