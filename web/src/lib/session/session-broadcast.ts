const channel = new BroadcastChannel('session');

/** Tells the other windows of this browser that somebody signed in or out here. */
export function notifyOtherWindows(): void {
  channel.postMessage(null);
}

/** Hears of it in the others; returns what ends that. */
export function onOtherWindowChange(listener: () => void): () => void {
  channel.addEventListener('message', listener);
  return () => channel.removeEventListener('message', listener);
}
