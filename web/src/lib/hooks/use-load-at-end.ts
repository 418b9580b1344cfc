import { useEffect } from 'react';

/** The next page is requested at most this many rows before the end of the loaded ones. */
const prefetchRowCount = 40;

/** Requests more rows when the last visible one is near the end of the loaded ones. */
export function useLoadAtEnd(lastVisible: number, rowCount: number, onEnd: () => void): void {
  useEffect(() => {
    if (lastVisible >= rowCount - prefetchRowCount) onEnd();
  }, [lastVisible, rowCount, onEnd]);
}
