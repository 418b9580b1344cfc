import { divIcon, latLngBounds, layerGroup, type Map as LeafletMap, type Marker, marker } from 'leaflet';
import { groupNear } from '../group-pins.ts';
import type { MapPin } from '../map-scene.ts';

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
  let shown: { ids: string[]; pin: Marker }[] = [];

  const markActive = () => {
    for (const { ids, pin } of shown) {
      const isActive = ids.some((id) => active.includes(id));
      pin.getElement()?.classList.toggle('is-active', isActive);
      pin.setZIndexOffset(isActive ? 1000 : 0);
    }
  };
  const pick = (group: readonly MapPin[]) => {
    const bounds = latLngBounds(group.map(toPoint));
    const isOneSpot = bounds.getNorthEast().equals(bounds.getSouthWest(), 0.0005);
    if (isOneSpot || map.getZoom() >= map.getMaxZoom()) onPick(group.map(({ id }) => id));
    else map.fitBounds(bounds.pad(0.3));
  };
  const draw = () => {
    layer.clearLayers();
    const placed = pins.map((pin) => ({ pin, ...pickXY(map.project(toPoint(pin))) }));
    shown = groupNear(placed, labelSize).map((near) => {
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

function createPin(group: readonly MapPin[]): Marker {
  const [first] = group;
  const isGroup = group.length > 1;
  const text = document.createElement('span');
  text.textContent = isGroup ? String(group.length) : (first?.label ?? '');
  const className = ['map-pin', isGroup && 'is-group', !isGroup && first?.isApproximate && 'is-approximate'];
  const icon = divIcon({ html: text, className: className.filter(Boolean).join(' '), iconSize: [0, 0] });
  const title = document.createElement('span');
  title.textContent = isGroup ? `${group.length} listings, ${describePrices(group)}` : (first?.title ?? '');
  const pin = marker(toPoint(first), { icon, keyboard: false });
  return title.textContent === '' ? pin : pin.bindTooltip(title, { direction: 'top', offset: [0, -14] });
}

function describePrices(group: readonly MapPin[]): string {
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
