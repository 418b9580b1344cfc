import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useAuth } from '#web/lib/session/auth.tsx';
import type { PinEvents } from './leaflet/pin-layer.ts';
import type { RunningMap } from './leaflet/start-map.ts';
import type { MapScene } from './leaflet/map-scene.ts';
import { mapSettingsQuery } from './queries.ts';
import { useMapCode } from './use-map-code.ts';

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
