/**
 * Reports ids at once, and those that come within `pause` ms after that together: the listeners are notified at most
 * once per interval. Of more than `most` ids only the latest are reported.
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
