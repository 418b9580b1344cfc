import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { type ApiUser, createApiUser } from '../../e2e/api-user.ts';
import { deliverWebhook, webhookSecret } from '#server/testing/deliver-webhook.ts';
import type { createLatencies } from './latencies.ts';

export type Member = ApiUser & { prices: number[] };
/** What the server has acknowledged. */
export type Acknowledged = { members: Member[]; emails: string[]; listings: string[] };
type LoadDeps = { url: () => string; latencies: ReturnType<typeof createLatencies> };
type Answer = { status: number; text: string };

const firstPrice = 60_000;
const listingPrice = 45_000;
const pauseMs = { save: 100, register: 3_000, deliver: 2_000, retry: 250 };

/** A mixed load that repeats each request under its key until it is acknowledged. */
export function startLoad({ url, latencies }: LoadDeps, members: Member[]) {
  const stopped = new AbortController();
  const done: Acknowledged = { members, emails: [], listings: [] };
  const pause = (milliseconds: number) => setTimeout(milliseconds, null, { signal: stopped.signal }).catch(() => null);

  /** The answer that is no failure of the server. */
  const acknowledge = async (ask: () => Promise<Answer>): Promise<Answer> => {
    for (;;) {
      const answer = await latencies.measure(ask);
      if (answer.status > 0 && answer.status < 500) return answer;
      await setTimeout(pauseMs.retry);
    }
  };
  const post = (path: string, { method = 'POST', cookie = '' }, body: unknown) => {
    const headers = { cookie, 'content-type': 'application/json', 'idempotency-key': randomUUID() };
    const request = { method, headers, body: JSON.stringify(body) };
    return acknowledge(async () => {
      const response = await fetch(url() + path, { ...request, signal: AbortSignal.timeout(15_000) });
      return { status: response.status, text: await response.text() };
    });
  };
  const repeat = async (milliseconds: number, work: (turn: number) => Promise<unknown>) => {
    for (let turn = 0; !stopped.signal.aborted; turn += 1) {
      await work(turn);
      await pause(milliseconds);
    }
  };

  const save = async (member: Member, turn: number) => {
    const maxPrice = firstPrice + turn + 1;
    const { status } = await post('/api/profile', { method: 'PATCH', cookie: member.cookie() }, { maxPrice });
    if (status === 200) member.prices.push(maxPrice);
  };
  const register = async (turn: number) => {
    const email = `guest-${turn}@example.com`;
    const { status } = await post('/api/register', {}, { email, password: 'house hunter' });
    if (status < 300 || status === 409) done.emails.push(email);
  };
  const deliver = async (turn: number) => {
    const id = randomUUID();
    const listing = createHouse(turn);
    const ask = () => deliverWebhook(url(), webhookSecret, id, { source: 'county', listings: [listing] });
    const { status } = await acknowledge(ask);
    if (status === 202) done.listings.push(listing.title);
  };

  const running = Promise.all([
    ...members.map((member) => repeat(pauseMs.save, (turn) => save(member, turn))),
    repeat(pauseMs.register, register),
    repeat(pauseMs.deliver, deliver),
  ]);
  return {
    stop: async (): Promise<Acknowledged> => {
      stopped.abort();
      await running;
      return done;
    },
  };
}

/** Each is another house, which every member is to be alerted to. */
function createHouse(turn: number) {
  const address = `${100 + 7 * turn} ${streetNames[turn % streetNames.length] ?? ''} Street`;
  return {
    externalId: `house-${turn}`,
    title: `Inherited 3 bedroom house at ${address}, must sell as-is`,
    price: listingPrice,
    details: `Heirs want ${address} gone.`,
    link: `https://listings.example.com/${turn}`,
    zipCode: '48204',
  };
}
const streetNames = ['Maple', 'Oak', 'Cedar', 'Elm', 'Birch', 'Walnut', 'Linden'];

/** Members whose filters fit every house. */
export async function joinMembers(url: () => string, root: ApiUser, count: number): Promise<Member[]> {
  const members: Member[] = [];
  for (let n = 0; n < count; n += 1) {
    const api = await createApiUser(url, '/api/register', `member-${n}@example.com`, 'house hunter');
    await api.send('PATCH', '/api/profile', { zipCode: '48204', maxPrice: firstPrice });
    await root.send('PATCH', `/api/admin/users/${api.id}/membership`, { status: 'active' });
    members.push({ ...api, prices: [] });
  }
  return members;
}
