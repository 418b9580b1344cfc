import { divIcon, geoJSON, layerGroup, type Map as LeafletMap, marker, svg, tileLayer } from 'leaflet';
import { loadCounties, loadStates, type NamedPlace, type Outlines } from './outlines.ts';

const countyZoom = 6.5;
const countyNamesZoom = 7.5;
const basePane = 'base';
const namePane = 'names';

/** The ground of a map: tiles where there are some, and the outlines of states and counties. */
export function addBaseLayers(map: LeafletMap, tilesUrl: string | null, stopped: AbortSignal): void {
  createPane(map, basePane, '250');
  createPane(map, namePane, '300');
  if (tilesUrl) {
    // Tile servers ask who uses them: they receive the address of the site, and never that of a page.
    tileLayer(tilesUrl, { maxZoom: 19, referrerPolicy: 'strict-origin' }).addTo(map);
    map.getContainer().classList.add('map-has-tiles');
  }
  // Without the outlines a map still shows the area and its pins.
  void addOutlines(map, tilesUrl !== null, stopped).catch(() => undefined);
}

function createPane(map: LeafletMap, name: string, zIndex: string): void {
  const { style } = map.createPane(name);
  style.zIndex = zIndex;
  style.pointerEvents = 'none';
}

async function addOutlines(map: LeafletMap, hasTiles: boolean, stopped: AbortSignal): Promise<void> {
  const states = await loadStates(stopped);
  stopped.throwIfAborted();
  const draw = createDrawing();
  draw(states.land, 'map-land').addTo(map);
  const stateBorders = draw(states.borders, 'map-state').addTo(map);
  if (!hasTiles)
    showNames(map, states.names, { isShown: (zoom) => zoom < countyNamesZoom, className: 'map-name-state' });
  await waitForZoom(map, countyZoom, stopped);
  const counties: Outlines = await loadCounties(stopped);
  stopped.throwIfAborted();
  const countyBorders = draw(counties.borders, 'map-county');
  const toggle = () => {
    if (map.getZoom() < countyZoom) countyBorders.remove();
    else countyBorders.addTo(map).bringToFront();
    stateBorders.bringToFront();
  };
  map.on('zoomend', toggle);
  toggle();
  if (!hasTiles) showNames(map, counties.names, { isShown: (zoom) => zoom >= countyNamesZoom, className: '' });
}

/** Outlines share one drawing, in the order in which they are added. */
function createDrawing() {
  const renderer = svg({ pane: basePane, padding: 0.5 });
  return (shape: Parameters<typeof geoJSON>[0], className: string) =>
    geoJSON(shape, { interactive: false, pane: basePane, style: { className, renderer } as object });
}

/** Resolves when the map is first at this zoom or nearer. */
async function waitForZoom(map: LeafletMap, zoom: number, stopped: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  const check = () => {
    if (map.getZoom() >= zoom) resolve(undefined);
  };
  map.on('zoomend', check);
  stopped.addEventListener('abort', () => reject(new Error('The map is gone')), { once: true });
  check();
  await promise;
  map.off('zoomend', check);
}

type NameOptions = { isShown: (zoom: number) => boolean; className: string };

/** Writes the names of the areas in view, where the zoom leaves room for them. */
function showNames(map: LeafletMap, names: NamedPlace[], { isShown, className }: NameOptions): void {
  const nameLayer = layerGroup().addTo(map);
  const update = () => {
    nameLayer.clearLayers();
    if (!isShown(map.getZoom())) return;
    const bounds = map.getBounds().pad(0.1);
    for (const { name, at } of names) if (bounds.contains(at)) nameLayer.addLayer(createName(name, at, className));
  };
  map.on('moveend', update);
  update();
}

function createName(name: string, at: [number, number], className: string) {
  const text = document.createElement('span');
  text.textContent = name;
  const icon = divIcon({ html: text, className: `map-name ${className}`, iconSize: [0, 0] });
  return marker(at, { icon, interactive: false, keyboard: false, pane: namePane });
}
