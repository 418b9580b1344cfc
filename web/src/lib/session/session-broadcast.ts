const channel = new BroadcastChannel('session');

/** Notifies the other windows of this browser that a user signed in or out in this one. */
export function notifyOtherWindows(): void {
  channel.postMessage(null);
}

/** Subscribes to notifications of other windows; returns the unsubscribe function. */
export function onOtherWindowChange(listener: () => void): () => void {
  channel.addEventListener('message', listener);
  return () => channel.removeEventListener('message', listener);
}
