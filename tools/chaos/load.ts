import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import { delay } from '#server/lib/delay.ts';
import { createPaymentEvents, serializeEvent } from '#server/modules/payments/testing/payment-events.ts';
import { signDelivery, webhookSecret } from '#server/testing/deliver-webhook.ts';
import type { ApiUser } from '../../e2e/api-user.ts';
import { type Actor, importMembers, maxPrice, password, zipCode } from './members.ts';
import type { Fact, FactKind } from './outcome.ts';
import { json, type Requests } from './requests.ts';

export const paymentSecret = 'whsec_payments of a run of chaos';
type LoadDeps = {
  requests: Requests;
  /** The time of the server, in ms since 1970. */
  now: () => number;
  root: ApiUser;
  actors: Actor[];
  refuseNext: (isRefused: boolean) => void;
};
export type Erasure = { userId: string; email: string; at: number };

const pauseMs = { save: 250, register: 3_000, pay: 2_500, import: 15_000, refuse: 20_000 };
/** Short ones, so that houses join mails that wait, and long ones, so that mails are sent. */
const listingPausesMs = [1_500, 4_000, 14_000];
/** In dollars. */
const [listingPrice, crowdPrice] = [45_000, 25_000];
/** Every 40th house fits all members: FerretDB is slow with many alerts. */
const crowdEvery = 40;
const lateMembers = 3;
const streets = ['Maple', 'Oak', 'Cedar', 'Elm', 'Birch', 'Walnut', 'Linden'];

/** A mixed load that repeats each request until it is acknowledged, and keeps what was acknowledged. */
export function startLoad(deps: LoadDeps) {
  const { actors, refuseNext } = deps;
  const stopped = new AbortController();
  const { facts, ...acts } = createActs(deps);
  let erasure: Erasure | null = null;
  const repeat = async (milliseconds: number | readonly number[], work: (round: number) => unknown) => {
    const pauses = [milliseconds].flat();
    for (let round = 0; !stopped.signal.aborted; round += 1) {
      await work(round);
      await delay(pauses[round % pauses.length] ?? 0, stopped.signal);
    }
  };
  const repeatFor = (part: Actor['part'], milliseconds: number, act: (actor: Actor, round: number) => unknown) =>
    actors.filter((actor) => actor.part === part).map((actor) => repeat(milliseconds, (round) => act(actor, round)));

  const running = Promise.all([
    ...repeatFor('saver', pauseMs.save, acts.save),
    ...repeatFor('payer', pauseMs.pay, acts.pay),
    repeat(pauseMs.register, acts.register),
    repeat(listingPausesMs, acts.deliver),
    repeat(pauseMs.import, acts.admit),
    repeat(pauseMs.refuse, () => refuseNext(true)),
  ]);
  return {
    facts,
    erasure: () => erasure,
    /** Deletes the account of a member, who had alerts until then. */
    eraseLeaver: async () => {
      const leaver = actors.find(({ part }) => part === 'leaver');
      if (leaver !== undefined && (await acts.erase(leaver)))
        erasure = { userId: leaver.id, email: leaver.email, at: performance.now() };
    },
    stop: async (): Promise<void> => {
      stopped.abort();
      await running;
      refuseNext(false);
    },
  };
}

/** What users, sources and the payment provider do. Each resolves when it was acknowledged, which becomes a fact. */
function createActs({ requests, now, root }: LoadDeps) {
  const facts: Fact[] = [];
  const payments = new Map<string, ReturnType<typeof createPaymentEvents>>();
  const keep = (isAcknowledged: boolean, kind: FactKind, key: string): boolean => {
    if (isAcknowledged) facts.push({ kind, key });
    return isAcknowledged;
  };
  return {
    facts,
    save: async ({ id, cookie }: Actor, round: number) => {
      const price = maxPrice + round + 1;
      const request = { method: 'PATCH', cookie: cookie(), headers: json, body: JSON.stringify({ maxPrice: price }) };
      keep((await requests.send('/api/profile', request)).status === 200, 'save', `${id} ${price}`);
    },
    register: async (round: number) => {
      const email = `guest-${round}@example.com`;
      const request = { headers: json, body: JSON.stringify({ email, password }) };
      const { status } = await requests.send('/api/register', request);
      // Without an answer to the first try, the second one finds the address in use.
      keep((status >= 200 && status < 300) || status === 409, 'registration', email);
    },
    deliver: async (round: number) => {
      const id = randomUUID();
      const body = JSON.stringify({ source: 'county', listings: [createHouse(round)] });
      const sign = () => signDelivery(webhookSecret, id, body, new Date(now()));
      const { status } = await requests.send('/api/intake/listings', { headers: json, body, sign });
      keep(status === 202, 'listing', houseNumber(round));
    },
    pay: async ({ id }: Actor, round: number) => {
      if (round % 2 === 0) payments.set(id, createPaymentEvents(id));
      const { bought, ended } = payments.get(id) ?? createPaymentEvents(id);
      const eventId = `evt_${randomUUID()}`;
      const body = serializeEvent(round % 2 === 0 ? bought({}, { id: eventId }) : ended({ id: eventId }));
      const sign = () => ({
        'stripe-signature': Stripe.webhooks.generateTestHeaderString({ payload: body, secret: paymentSecret }),
      });
      const { status } = await requests.send('/api/webhooks/payments', { headers: json, body, sign });
      keep(status === 200, 'payment', `payment:${eventId}`);
    },
    admit: async (round: number) => {
      facts.push(...(await importMembers(requests, root, { name: `late-${round}`, count: lateMembers })));
    },
    erase: async ({ id, cookie }: Actor): Promise<boolean> => {
      const body = JSON.stringify({ currentPassword: password });
      const { status } = await requests.send('/api/profile', {
        method: 'DELETE',
        cookie: cookie(),
        headers: json,
        body,
      });
      // Without an answer to the first try, the second one finds no session.
      return keep(status === 204 || status === 401, 'erasure', id);
    },
  };
}

const houseNumber = (round: number) => String(100 + 7 * round);

/** Each is another house, which every actor is to be alerted to. */
function createHouse(round: number) {
  const number = houseNumber(round);
  const address = `${number} ${streets[round % streets.length] ?? ''} Street`;
  return {
    externalId: `house-${round}`,
    title: `Inherited 3 bedroom house at ${address}, must sell as-is`,
    price: round % crowdEvery === 0 ? crowdPrice : listingPrice,
    details: `Heirs want ${address} gone.`,
    link: `https://listings.example.com/${number}`,
    zipCode,
  };
}
