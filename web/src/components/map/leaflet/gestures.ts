import type { Map as LeafletMap } from 'leaflet';

export const touchHint = 'Use two fingers to move the map';
export const wheelHint = 'Hold Ctrl and scroll to zoom';

/**
 * One finger and the wheel scroll the page, as elsewhere: two fingers move the map, and the wheel zooms it with Ctrl.
 * `frame` contains the map, so that its listeners run before Leaflet's.
 */
export function guardScrolling(
  frame: HTMLElement,
  map: LeafletMap,
  { showHint, stopped }: { showHint: (text: string) => void; stopped: AbortSignal },
): void {
  const options = { capture: true, passive: true, signal: stopped };
  frame.addEventListener(
    'pointerdown',
    ({ pointerType }) => {
      if (pointerType === 'touch') map.dragging.disable();
      else map.dragging.enable();
    },
    options,
  );
  frame.addEventListener('touchmove', ({ touches }) => touches.length === 1 && showHint(touchHint), options);
  frame.addEventListener(
    'wheel',
    ({ ctrlKey, metaKey }) => {
      if (ctrlKey || metaKey) map.scrollWheelZoom.enable();
      else {
        map.scrollWheelZoom.disable();
        showHint(wheelHint);
      }
    },
    options,
  );
}
