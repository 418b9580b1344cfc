import { type LucideIcon, Maximize, Minus, Plus } from 'lucide-react';
import type { RunningMap } from './leaflet/start-map.ts';

/** Zooms a map, and shows all of it again. */
export function MapControls({ map }: { map: RunningMap }) {
  return (
    <div className="absolute top-2 right-2 z-10 grid overflow-hidden rounded-lg border border-line bg-surface shadow-card">
      <MapButton label="Zoom in" onClick={() => map.zoomBy(1)} icon={Plus} />
      <MapButton label="Zoom out" onClick={() => map.zoomBy(-1)} icon={Minus} />
      <MapButton label="Show all of the map" onClick={map.fit} icon={Maximize} />
    </div>
  );
}

function MapButton({ label, onClick, icon: Icon }: { label: string; onClick: () => void; icon: LucideIcon }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={onClick}
      className="grid size-9 place-items-center hover:bg-sunken focus-visible:-outline-offset-2 not-first:border-t not-first:border-line"
    >
      <Icon aria-hidden="true" className="size-4" />
    </button>
  );
}
