import { type PushKey, pushKey, pushPaths } from '#domain/alert/push.contract.ts';
import { get, send } from '../api/api.ts';
import { mayHaveWorker, registerWorker } from './worker.ts';

/** What this browser does with alerts; `unsupported` also where it would, but not at such an address. */
export type PushState = 'unsupported' | 'denied' | 'off' | 'on';

export async function pushState(): Promise<PushState> {
  if (!mayHaveWorker() || !('PushManager' in window) || !('Notification' in window)) return 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  return (await subscribed()) && Notification.permission === 'granted' ? 'on' : 'off';
}

/** Asks the person, then the browser, then the server. Throws an Error with a sentence for people. */
export async function startPush(): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') return;
  const subscription = await subscribe();
  try {
    await handIn(subscription);
  } catch (error) {
    await subscription.unsubscribe();
    throw error;
  }
}

export async function stopPush(): Promise<void> {
  const subscription = await subscribed();
  if (!subscription) return;
  await send('DELETE', pushPaths.subscriptions, { endpoint: subscription.endpoint });
  await subscription.unsubscribe();
}

/** For who has signed out: the server forgot it with the session. */
export async function dropPush(): Promise<void> {
  if ((await pushState()) !== 'unsupported') await (await subscribed())?.unsubscribe();
}

/** Tells the server again: what it knew ended with the session, and may have been made for other keys than its own. */
export async function renewPush(): Promise<void> {
  if ((await pushState()) !== 'on') return;
  await handIn(await subscribe());
}

async function subscribed(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

async function subscribe(): Promise<PushSubscription> {
  const { publicKey } = await get<PushKey>(pushPaths.key, pushKey, new AbortController().signal);
  await registerWorker();
  const { pushManager } = await navigator.serviceWorker.ready;
  const current = await pushManager.getSubscription();
  if (current && inBase64url(current.options.applicationServerKey) === publicKey) return current;
  await current?.unsubscribe();
  try {
    return await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  } catch (cause) {
    throw new Error('Your browser could not reach its notification service. Try again later.', { cause });
  }
}

async function handIn(subscription: PushSubscription): Promise<void> {
  await send('POST', pushPaths.subscriptions, subscription.toJSON());
}

function inBase64url(bytes: ArrayBuffer | null): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))));
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}
