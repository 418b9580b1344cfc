import { pushEndpoints } from '#domain/alert/push.contract.ts';
import { call } from '../api/api.ts';
import { canRegisterWorker, registerWorker } from './register-worker.ts';

/** The state of push in this browser; also `unsupported` if only the page's address prevents it. */
export type PushState = 'unsupported' | 'denied' | 'off' | 'on';

export async function getPushState(): Promise<PushState> {
  if (!canRegisterWorker() || !('PushManager' in window) || !('Notification' in window)) return 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  return (await getSubscription()) && Notification.permission === 'granted' ? 'on' : 'off';
}

/** Asks for the permission, subscribes, and registers at the server. Throws an Error with a readable message. */
export async function enablePush(): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') return;
  const subscription = await subscribe();
  try {
    await saveSubscription(subscription);
  } catch (error) {
    await subscription.unsubscribe();
    throw error;
  }
}

export async function disablePush(): Promise<void> {
  const subscription = await getSubscription();
  if (!subscription) return;
  await call(pushEndpoints.removePushSubscription, { body: { endpoint: subscription.endpoint } });
  await subscription.unsubscribe();
}

/** After signing out: the server deleted the subscription with the session. */
export async function unsubscribePush(): Promise<void> {
  if ((await getPushState()) !== 'unsupported') await (await getSubscription())?.unsubscribe();
}

/** Registers at the server again: its record ended with the session, and may have been made for other server keys. */
export async function renewPush(): Promise<void> {
  if ((await getPushState()) !== 'on') return;
  await saveSubscription(await subscribe());
}

async function getSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

async function subscribe(): Promise<PushSubscription> {
  const { publicKey } = await call(pushEndpoints.getPushKey);
  await registerWorker();
  const { pushManager } = await navigator.serviceWorker.ready;
  const current = await pushManager.getSubscription();
  if (current && toBase64url(current.options.applicationServerKey) === publicKey) return current;
  await current?.unsubscribe();
  try {
    return await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  } catch (cause) {
    throw new Error('Your browser couldn’t reach its notification service. Try again later.', { cause });
  }
}

async function saveSubscription(subscription: PushSubscription): Promise<void> {
  const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON();
  await call(pushEndpoints.addPushSubscription, { body: { endpoint, keys: { p256dh, auth } } });
}

function toBase64url(bytes: ArrayBuffer | null): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))));
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}
