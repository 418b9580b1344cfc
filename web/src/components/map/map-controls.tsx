import type { ReactNode } from 'react';
import { Icon } from '../ui/icons.tsx';
import type { RunningMap } from './leaflet/start-map.ts';

/** Zooms a map, and shows all of it again. */
export function MapControls({ map }: { map: RunningMap }) {
  return (
    <div className="absolute top-2 right-2 z-10 grid overflow-hidden rounded-lg border border-line bg-surface shadow-card print:hidden">
      <MapButton label="Zoom in" onClick={() => map.zoomBy(1)}>
        <path d="M12 6v12M6 12h12" />
      </MapButton>
      <MapButton label="Zoom out" onClick={() => map.zoomBy(-1)}>
        <path d="M6 12h12" />
      </MapButton>
      <MapButton label="Show all of the map" onClick={map.fit}>
        <path d="M5 9V5h4M15 5h4v4M19 15v4h-4M9 19H5v-4" />
      </MapButton>
    </div>
  );
}

function MapButton({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={onClick}
      className="grid size-9 place-items-center hover:bg-sunken focus-visible:-outline-offset-2 not-first:border-t not-first:border-line"
    >
      <Icon className="size-4">
        <g strokeWidth="2">{children}</g>
      </Icon>
    </button>
  );
}
