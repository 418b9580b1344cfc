import { divIcon, latLngBounds, layerGroup, type Map as LeafletMap, type Marker, marker } from 'leaflet';
import { groupNear } from './group-pins.ts';
import type { MapPin } from './map-scene.ts';

export type PinEvents = {
  /** The pins under the pointer; none when it leaves. */
  onHover: (ids: readonly string[]) => void;
  onPick: (ids: readonly string[]) => void;
};

const labelSize = { width: 52, height: 24 };

/** The pins of a map. Those whose labels would cover each other are one pin with their number. */
export function createPinLayer(map: LeafletMap, { onHover, onPick }: PinEvents) {
  const layer = layerGroup().addTo(map);
  let pins: readonly MapPin[] = [];
  let active: readonly string[] = [];
  let markers: { ids: string[]; pin: Marker }[] = [];

  const markActive = () => {
    for (const { ids, pin } of markers) {
      const isActive = ids.some((id) => active.includes(id));
      pin.getElement()?.classList.toggle('is-active', isActive);
      pin.setZIndexOffset(isActive ? 1000 : 0);
    }
  };
  const pick = (group: readonly MapPin[]) => {
    const bounds = latLngBounds(group.map(toPoint));
    const isOnePoint = bounds.getNorthEast().equals(bounds.getSouthWest(), 0.0005);
    if (isOnePoint || map.getZoom() >= map.getMaxZoom()) onPick(group.map(({ id }) => id));
    else map.fitBounds(bounds.pad(0.3));
  };
  const draw = () => {
    layer.clearLayers();
    const placed = pins.map((pin) => ({ pin, ...pickXY(map.project(toPoint(pin))) }));
    markers = groupNear(placed, labelSize).map((near) => {
      const group = near.map(({ pin }) => pin);
      const ids = group.map(({ id }) => id);
      const drawn = createPin(group).addTo(layer);
      drawn.on({ mouseover: () => onHover(ids), mouseout: () => onHover([]), click: () => pick(group) });
      return { ids, pin: drawn };
    });
    markActive();
  };
  map.on('zoomend', draw);

  return {
    show: (next: readonly MapPin[]) => {
      pins = next;
      draw();
    },
    activate: (ids: readonly string[]) => {
      active = ids;
      markActive();
    },
  };
}

function describeGroup(group: readonly MapPin[]): Pick<MapPin, 'label' | 'title'> & { className: string } {
  const [first, ...more] = group;
  if (first !== undefined && more.length === 0) {
    return { ...first, className: first.isApproximate ? 'is-approximate' : '' };
  }
  const title = first?.title === '' ? '' : `${group.length} listings, ${listPrices(group)}`;
  return { label: String(group.length), title, className: 'is-group' };
}

/** An element, so that a text from elsewhere is never read as HTML. */
export function createText(text: string): HTMLElement {
  const element = document.createElement('span');
  element.textContent = text;
  return element;
}

function createPin(group: readonly MapPin[]): Marker {
  const { label, title, className } = describeGroup(group);
  const icon = divIcon({ html: createText(label), className: `map-pin ${className}`, iconSize: [0, 0] });
  const pin = marker(toPoint(group[0]), { icon, keyboard: false });
  return title === '' ? pin : pin.bindTooltip(createText(title), { direction: 'top', offset: [0, -14] });
}

function listPrices(group: readonly MapPin[]): string {
  return group
    .slice(0, 3)
    .map(({ label }) => label)
    .concat(group.length > 3 ? ['…'] : [])
    .join(', ');
}

function toPoint(pin: MapPin | undefined): [number, number] {
  return [pin?.latitude ?? 0, pin?.longitude ?? 0];
}

function pickXY({ x, y }: { x: number; y: number }) {
  return { x, y };
}
