import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useAuth } from '#web/lib/session/auth.tsx';
import { importWithRetry } from '#web/lib/import-with-retry.ts';
import type { PinEvents } from './leaflet/pin-layer.ts';
import type * as MapModule from './leaflet/start-map.ts';
import type { RunningMap } from './leaflet/start-map.ts';
import type { MapScene } from './leaflet/map-scene.ts';
import { mapSettingsQuery } from './queries.ts';

export type MapListeners = { events: RefObject<Partial<PinEvents>>; showHint: (text: string) => void };

/** Starts a map in `canvas` once its code and its settings are loaded, and shows each scene in it. */
export function useRunningMap(isWanted: boolean, scene: MapScene, { events, showHint }: MapListeners) {
  const { user } = useAuth();
  // A map without tiles is better than none.
  const { data: settings, isError } = useQuery({ ...mapSettingsQuery(user), enabled: isWanted });
  const { code, isLate } = useMapCode(isWanted);
  const canvas = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<RunningMap | null>(null);
  const hasSettings = settings !== undefined || isError;
  const tiles = settings?.tiles ?? null;
  const tilesUrl = tiles?.url ?? null;
  useEffect(() => {
    if (!isWanted || !code || !hasSettings || !canvas.current) return;
    const running = code.startMap(canvas.current, {
      tilesUrl,
      isStill: matchMedia('(prefers-reduced-motion: reduce)').matches,
      showHint,
      onHover: (ids) => events.current.onHover?.(ids),
      onPick: (ids) => events.current.onPick?.(ids),
    });
    setMap(running);
    return () => {
      running.stop();
      setMap(null);
    };
  }, [isWanted, code, hasSettings, tilesUrl, events, showHint]);
  useEffect(() => map?.show(scene), [map, scene]);
  return { canvas, map, isLate, attribution: tiles?.attribution ?? [] };
}

type MapCode = Pick<typeof MapModule, 'startMap'>;

/** The code that draws maps, loaded once it is wanted; `isLate` says that it could not be loaded so far. */
function useMapCode(isWanted: boolean): { code: MapCode | null; isLate: boolean } {
  const [code, setCode] = useState<MapCode | null>(null);
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isWanted) return;
    const gone = new AbortController();
    const { signal } = gone;
    void importWithRetry(() => import('./leaflet/start-map.ts'), { signal, onFailure: () => setLate(true) }).then(
      (mapModule) => {
        if (!signal.aborted) setCode(mapModule);
      },
    );
    return () => gone.abort();
  }, [isWanted]);
  return { code, isLate };
}
