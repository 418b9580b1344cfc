import { type ApiUser, createApiUser } from '../../e2e/api-user.ts';
import { createUsersCsv } from '#server/modules/users/import/testing/files.ts';
import { delay } from '#server/lib/delay.ts';
import type { ActorPart, Fact } from './outcome.ts';
import { json, type Requests } from './requests.ts';

export const password = 'house hunter';
export type Actor = ApiUser & { part: ActorPart };

const actorParts: ActorPart[] = ['saver', 'saver', 'saver', 'daily', 'push', 'webhook', 'payer', 'leaver'];
const columns = 'Email,Max Price,Mileage Radius,ZIP Code,Membership Status,Notification Preference';
/** One imported member in this many gets a daily digest. */
const dailyEvery = 15;
export const zipCode = '48204';
export const maxPrice = 60_000;
/** In dollars: few houses cost so little that they fit the many who are imported. */
export const crowdMaxPrice = 30_000;
const retryMs = 500;

/** Imports new members whom only the cheapest houses fit. */
export async function importMembers(
  requests: Requests,
  root: ApiUser,
  { name, count }: { name: string; count: number },
) {
  const emails = Array.from({ length: count }, (_, n) => `${name}-${n}@example.com`);
  const rows = emails.map(
    (email, n) => `${email},${crowdMaxPrice},50,${zipCode},active,${n % dailyEvery === 0 ? 'daily' : 'immediate'}`,
  );
  const { content } = createUsersCsv([columns, ...rows]);
  const body = new FormData();
  body.set('file', new Blob([new Uint8Array(content)]), 'users.csv');
  const { status, text } = await requests.send('/api/admin/users/import', { cookie: root.cookie(), body });
  if (status !== 200) return [];
  const { skipped } = JSON.parse(text) as { skipped: { row: number }[] };
  const left = new Set(skipped.map(({ row }) => row));
  return emails.filter((_, n) => !left.has(n + 2)).map((email): Fact => ({ kind: 'import', key: email }));
}

type Entrance = { requests: Requests; url: () => string; ended: AbortSignal };
type Credentials = { email: string; password: string };

/** A user who signs in, or else registers if `isNew`; null where that is not possible before the end. */
export async function enter(
  { url, ended }: Pick<Entrance, 'url' | 'ended'>,
  { email, password: own, isNew }: Credentials & { isNew: boolean },
): Promise<ApiUser | null> {
  while (!ended.aborted) {
    const enterBy = (path: '/api/login' | '/api/register') => createApiUser(url, path, email, own).catch(() => null);
    const entered = (await enterBy('/api/login')) ?? (isNew ? await enterBy('/api/register') : null);
    if (entered !== null) return entered;
    await delay(retryMs, ended);
  }
  return null;
}

type Addresses = { createBrowser: (userId: string) => unknown; webhookUrl: string };

/** Members who sign in. Each is whole before the first fault. */
export async function joinActors(entrance: Entrance, root: ApiUser, addresses: Addresses) {
  const actors: Actor[] = [];
  for (const [n, part] of actorParts.entries()) {
    const entered = await enter(entrance, { email: `${part}-${n}@example.com`, password, isNew: true });
    if (entered === null) return actors;
    const actor = { ...entered, part };
    const send = (method: string, path: string, body: unknown, as: ApiUser = actor) =>
      entrance.requests.send(path, { method, cookie: as.cookie(), headers: json, body: JSON.stringify(body) });
    const notificationPreference = part === 'daily' ? 'daily' : 'immediate';
    await send('PATCH', '/api/profile', { zipCode, maxPrice, notificationPreference });
    if (part !== 'payer') await send('PATCH', `/api/admin/users/${actor.id}/membership`, { status: 'active' }, root);
    if (part === 'push' || part === 'leaver')
      await send('POST', '/api/push/subscriptions', addresses.createBrowser(actor.id));
    if (part === 'webhook') await send('PUT', '/api/channels/webhook/address', { url: addresses.webhookUrl });
    actors.push(actor);
  }
  return actors;
}
