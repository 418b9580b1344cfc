/** In px: at most this high is a toast with its margin. */
const toastHeightPx = 150;
/** In px: from this width on, toasts are in the right corner; below it they are as wide as the window. */
const cornerWindowPx = 768;
const cornerWidthPx = 420;

export type ToastSide = 'top' | 'bottom';
type Box = { left: number; right: number; top: number; bottom: number };
type WindowSize = { width: number; height: number; bottomBarPx: number };

/** Toasts are at the bottom, unless they would cover the control that caused them. */
export function chooseToastSide(control: Box | null, { width, height, bottomBarPx }: WindowSize): ToastSide {
  if (control === null || control.right <= 0) return 'bottom';
  const isBelow = control.bottom > height - bottomBarPx - toastHeightPx && control.top < height - bottomBarPx;
  const isLeftOfToast = width >= cornerWindowPx && control.right < width - cornerWidthPx;
  return isBelow && !isLeftOfToast ? 'top' : 'bottom';
}

let lastControl: Element | null = null;

/** Remembers the control that the user acts on; returns the function that stops that. */
export function trackControls(): () => void {
  const remember = ({ target }: Event) => {
    lastControl = target instanceof Element ? target : null;
  };
  const tracking = new AbortController();
  for (const name of ['pointerdown', 'keydown'] as const)
    window.addEventListener(name, remember, { capture: true, signal: tracking.signal });
  return () => tracking.abort();
}

/** The side for a toast that is shown now. */
export function findToastSide(): ToastSide {
  const box = lastControl?.isConnected === true ? lastControl.getBoundingClientRect() : null;
  const bottomBarPx = document.getElementById('bottom-bar')?.offsetHeight ?? 0;
  return chooseToastSide(box, { width: window.innerWidth, height: window.innerHeight, bottomBarPx });
}
