import { useEffect, useState } from 'react';
import type * as MapModule from './leaflet/start-map.ts';
import { importWithRetry } from '#web/lib/import-with-retry.ts';

type MapCode = Pick<typeof MapModule, 'startMap'>;

/** The code that draws maps, loaded once it is wanted; `isLate` says that it could not be loaded so far. */
export function useMapCode(isWanted: boolean): { code: MapCode | null; isLate: boolean } {
  const [code, setCode] = useState<MapCode | null>(null);
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isWanted) return;
    const gone = new AbortController();
    const { signal } = gone;
    void importWithRetry(() => import('./leaflet/start-map.ts'), { signal, onFailure: () => setLate(true) }).then(
      (loaded) => {
        if (!signal.aborted) setCode(loaded);
      },
    );
    return () => gone.abort();
  }, [isWanted]);
  return { code, isLate };
}
