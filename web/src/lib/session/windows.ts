const channel = new BroadcastChannel('session');

/** Tells the other windows of this browser that somebody signed in or out here. */
export function tellOtherWindows(): void {
  channel.postMessage(null);
}

/** Hears of it in the others; returns what ends that. */
export function onOtherWindow(listener: () => void): () => void {
  channel.addEventListener('message', listener);
  return () => channel.removeEventListener('message', listener);
}
