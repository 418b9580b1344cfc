/**
 * Tells of ids at once, and of those that come within `pause` ms after that together: however fast they come, the
 * listeners hear of it at most so often. Of more than `most` the latest are told.
 */
export function throttleIds({ pause, most }: { pause: number; most: number }, tell: (ids: string[]) => void) {
  let waiting: string[] = [];
  let timer: NodeJS.Timeout | null = null;

  const flush = () => {
    timer = null;
    if (waiting.length === 0) return;
    const ids = waiting;
    waiting = [];
    timer = setTimeout(flush, pause).unref();
    tell(ids);
  };

  return (ids: Iterable<string>) => {
    waiting = [...waiting, ...ids].slice(-most);
    if (timer === null) flush();
  };
}
