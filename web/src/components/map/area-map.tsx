import { type ReactNode, useEffect, useRef, type RefObject, useState } from 'react';
import { Spinner } from '#web/components/ui/spinner.tsx';
import { joinClasses } from '#web/lib/join-classes.ts';
import type { MapTiles } from '#domain/geo/map.contract.ts';
import type { PinEvents } from './leaflet/pin-layer.ts';
import { MapControls } from './map-controls.tsx';
import { MapHint, useMapHint } from './map-hint.tsx';
import type { MapScene } from './leaflet/map-scene.ts';
import { useRunningMap } from './use-running-map.ts';

type AreaMapProps = Partial<PinEvents> & {
  /** What the map shows, in words. */
  label: string;
  scene: MapScene;
  /** Its size: the map takes that room from the start. */
  className: string;
  /** Content in place of the map until it is wanted; without it the map is loaded when it is about to be in view. */
  placeholder?: ReactNode;
};

/** A map for sighted users. What it shows is always written beside it too: only its buttons take the focus. */
export function AreaMap({ label, scene, className, placeholder = null, ...listeners }: AreaMapProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [hint, showHint] = useMapHint();
  const events = useRef<Partial<PinEvents>>(listeners);
  useEffect(() => {
    events.current = listeners;
  });
  const isWanted = useIsNear(frame) && placeholder === null;
  const { canvas, map, isLate, attribution } = useRunningMap(isWanted, scene, { events, showHint });
  return (
    <div
      ref={frame}
      className={joinClasses(
        'relative isolate min-w-0 overflow-hidden rounded-xl border border-line bg-sunken',
        className,
      )}
    >
      {placeholder ?? (
        <>
          <div role="img" aria-label={label} ref={canvas} className="absolute inset-0 z-0" />
          {map ? <MapControls map={map} /> : <MapWaiting isLate={isLate} />}
          <MapHint text={hint} />
          <MapAttribution sources={attribution} />
        </>
      )}
    </div>
  );
}

function MapWaiting({ isLate }: { isLate: boolean }) {
  return (
    <div className="absolute inset-0 grid place-items-center p-4 text-center text-sm text-muted">
      {isLate ? <p role="status">The map could not be loaded. Trying again…</p> : <Spinner label="Loading the map" />}
    </div>
  );
}

/** Whom the tiles are from. */
function MapAttribution({ sources }: { sources: MapTiles['attribution'] }) {
  if (sources.length === 0) return null;
  return (
    <p className="absolute right-0 bottom-0 z-10 max-w-full rounded-tl-md bg-surface/90 px-2 py-0.5 text-xs text-muted">
      {sources.map(({ text, href }) =>
        href === null ? (
          text
        ) : (
          <a key={text + href} href={href} target="_blank" rel="noopener noreferrer" className="underline">
            {text}
            <span className="sr-only"> (opens in a new tab)</span>
          </a>
        ),
      )}
    </p>
  );
}

/** Whether an element is in view, or was once, or is about to be. */
function useIsNear(element: RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (!element.current || isNear) return;
    const observer = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting ?? false), {
      rootMargin: '200px',
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, isNear]);
  return isNear;
}
