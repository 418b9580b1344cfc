import { circle, circleMarker, latLngBounds, type LatLngBounds, layerGroup, map as createMap } from 'leaflet';
import { emptyScene, type MapCircle, type MapScene, type NamedCircle } from './map-scene.ts';
import { addBaseLayers } from './base-layers.ts';
import { guardScrolling } from './gestures.ts';
import './map.css';
import { createPinLayer, createText, type PinEvents } from './pin-layer.ts';

const metersPerMile = 1609.344;
/** The states without Alaska and Hawaii. */
const country = latLngBounds([24.5, -124.8], [49.4, -66.9]);
const maxZoom = { tiles: 17, outlines: 12 };

export type MapOptions = PinEvents & {
  tilesUrl: string | null;
  isStill: boolean;
  showHint: (text: string) => void;
};

export type RunningMap = {
  show: (scene: MapScene) => void;
  zoomBy: (steps: number) => void;
  /** Shows all of the scene again. */
  fit: () => void;
  stop: () => void;
};

/** Starts a map in an element that stays as large as its parent. */
export function startMap(element: HTMLElement, { tilesUrl, isStill, showHint, ...events }: MapOptions): RunningMap {
  const stopped = new AbortController();
  const map = createMap(element, {
    zoomControl: false,
    attributionControl: false,
    keyboard: false,
    scrollWheelZoom: false,
    zoomSnap: tilesUrl ? 1 : 0.25,
    minZoom: 3,
    maxZoom: tilesUrl ? maxZoom.tiles : maxZoom.outlines,
    zoomAnimation: !isStill,
    fadeAnimation: !isStill,
    markerZoomAnimation: !isStill,
    inertia: !isStill,
  });
  map.fitBounds(country);
  guardScrolling(element.parentElement ?? element, map, { showHint, stopped: stopped.signal });
  addBaseLayers(map, tilesUrl, stopped.signal);
  const circles = layerGroup().addTo(map);
  const pins = createPinLayer(map, events);
  let scene: MapScene = emptyScene;
  const roomMiles = tilesUrl ? 3 : 12;
  const fit = () => map.fitBounds(findExtent(scene, roomMiles), { padding: [12, 12], animate: false });
  const observer = new ResizeObserver(() => {
    map.invalidateSize({ animate: false });
  });
  observer.observe(element);

  return {
    show: (next) => {
      const before = scene;
      scene = next;
      const isMoved = !findExtent(before, roomMiles).equals(findExtent(next, roomMiles));
      if (hasOtherCircles(before, next)) drawCircles(circles, next);
      if (isMoved) fit();
      if (before.pins !== next.pins) pins.show(next.pins);
      pins.activate(next.active);
    },
    zoomBy: (steps) => map.zoomIn(steps),
    fit,
    stop: () => {
      stopped.abort();
      observer.disconnect();
      map.remove();
    },
  };
}

function hasOtherCircles(before: MapScene, next: MapScene): boolean {
  return (['area', 'otherAreas', 'roughPlace'] as const).some((name) => before[name] !== next[name]);
}

function drawCircles(circles: ReturnType<typeof layerGroup>, { area, otherAreas, roughPlace }: MapScene): void {
  circles.clearLayers();
  for (const other of otherAreas) circles.addLayer(createCircle(other, 'map-other-area'));
  if (area) {
    circles.addLayer(createCircle(area, 'map-area'));
    const centre = { radius: 5, interactive: false, className: 'map-centre' };
    circles.addLayer(circleMarker([area.latitude, area.longitude], centre));
  }
  if (roughPlace) circles.addLayer(createCircle(roughPlace, 'map-spot'));
}

function createCircle({ latitude, longitude, miles, name = '' }: MapCircle & Partial<NamedCircle>, className: string) {
  const drawn = circle([latitude, longitude], {
    radius: miles * metersPerMile,
    interactive: name !== '',
    className,
  });
  return name === '' ? drawn : drawn.bindTooltip(createText(name), { sticky: true, direction: 'top' });
}

/** All areas where there are some, else all pins and the rough place, with some miles around them. */
function findExtent({ area, otherAreas, roughPlace, pins }: MapScene, roomMiles: number): LatLngBounds {
  const areas = [...(area ? [area] : []), ...otherAreas];
  const roughPlaces = roughPlace ? [{ ...roughPlace, miles: roughPlace.miles + roomMiles }] : [];
  const places = [...pins.map((pin) => ({ ...pin, miles: roomMiles })), ...roughPlaces];
  const [first, ...more] = (areas.length > 0 ? areas : places).map(toBounds);
  return first === undefined ? country : more.reduce((all, one) => all.extend(one), first);
}

function toBounds({ latitude, longitude, miles }: MapCircle): LatLngBounds {
  const north = miles / 69;
  const east = north / Math.max(0.1, Math.cos((latitude * Math.PI) / 180));
  return latLngBounds([latitude - north, longitude - east], [latitude + north, longitude + east]);
}
