import { simpleParser } from 'mailparser';
import type { AlertEvent } from '#domain/alert/events.ts';
import { type Recorded, startPosition } from '#domain/shared/decider.ts';
import { delay } from '#server/lib/delay.ts';
import type { AcceptedMail } from '#server/modules/alerts/email/testing/smtp-server.ts';
import type { Cluster } from '../../e2e/cluster.ts';
import type { Acknowledged, Member } from './load.ts';

type Verdict = { what: string; violations: string[] };
type Stored = Recorded<{ type: string; data: unknown }>;
type Outcome = { cluster: Cluster; done: Acknowledged; mails: () => AcceptedMail[] };

const settlePolls = 120;
const pollMs = 1_000;
/** A process that crashed between the acceptance of a mail and its bookkeeping sends it once more. */
const maxCopies = 2;

/** Checks the outcome once everything has come to rest. */
export async function verifyOutcome(outcome: Outcome): Promise<Verdict[]> {
  const { cluster, done } = outcome;
  const isQuiet = await waitUntil(async () => (await cluster.findBehind()).length === 0);
  const events: Stored[] = await cluster.events.readAll(startPosition, 10_000_000);
  const [shown, replayed] = await Promise.all([cluster.shown(), cluster.replayed()]);
  const differing = Object.keys(replayed).filter(
    (view) => JSON.stringify(shown[view]) !== JSON.stringify(replayed[view]),
  );
  return [
    { what: 'the views come to rest', violations: isQuiet ? [] : await cluster.findBehind() },
    { what: 'no acknowledged fact is lost', violations: findLost(events, done) },
    { what: 'the views equal a replay', violations: differing },
    { what: 'every due alert is delivered once', violations: findAlertFaults(events, done) },
    { what: 'every dashboard shows each alert once', violations: await findDashboardFaults(done.members) },
    { what: 'every mail is sent, at most once more', violations: await findMailFaults(outcome) },
  ];
}

function findLost(events: Stored[], { members, emails, listings }: Acknowledged): string[] {
  const textOf = (type: string) =>
    events.filter((event) => event.type === type).map(({ data }) => JSON.stringify(data));
  const [filters, users, houses] = [textOf('FiltersUpdated'), textOf('UserRegistered'), textOf('ListingFound')];
  const saved = new Set(
    filters.map((text) => `${/"userId":"([^"]+)"/.exec(text)?.[1]} ${/"maxPrice":(\d+)/.exec(text)?.[1]}`),
  );
  return [
    ...members.flatMap(({ id, prices }) => prices.map((price) => `${id} ${price}`)).filter((fact) => !saved.has(fact)),
    ...emails.filter((email) => users.filter((text) => text.includes(`"${email}"`)).length !== 1),
    ...listings.filter((title) => houses.filter((text) => text.includes(title)).length !== 1),
  ];
}

function findAlertFaults(events: Stored[], { members, listings }: Acknowledged): string[] {
  const delivered = (events as Recorded<AlertEvent>[]).flatMap((event) =>
    event.type === 'AlertsDelivered' ? event.data.members.map(({ userId }) => `${userId} ${event.data.listingId}`) : [],
  );
  const due = members.length * listings.length;
  const repeated = delivered.filter((alert, index) => delivered.indexOf(alert) !== index);
  return delivered.length === due ? repeated : [`${delivered.length} of ${due} alerts`, ...repeated];
}

async function findDashboardFaults(members: Member[]): Promise<string[]> {
  const faults = await Promise.all(
    members.map(async ({ email, get }) => {
      let ids: string[] = [];
      // A process that has just lost its stores refuses requests for a while.
      const isShown = await waitUntil(async () => {
        ids = (await get<{ id: string }[]>('/api/listings/recent')).map(({ id }) => id);
        return ids.length > 0;
      });
      return isShown && new Set(ids).size === ids.length ? [] : [`${email} sees ${ids.join() || 'nothing'}`];
    }),
  );
  return faults.flat();
}

async function findMailFaults({ done: { members, listings }, mails }: Outcome): Promise<string[]> {
  const addresses = members.map(({ email }) => email);
  let missing: string[] = [];
  const read = async () => {
    const parsed = await Promise.all(
      mails().map(async ({ raw, to }) => ({ to: to.join(), mail: await simpleParser(raw) })),
    );
    missing = addresses.flatMap((address) => {
      const own = parsed.filter(({ to }) => to === address).map(({ mail }) => mail);
      const findIds = (title: string) => {
        const found = own.filter((mail) => `${mail.subject} ${mail.text}`.includes(title));
        return [...new Set(found.map(({ messageId }) => messageId))];
      };
      const wrong = listings.map((title) => ({ title, ids: findIds(title) })).filter(({ ids }) => ids.length !== 1);
      return wrong.map(({ title, ids }) => `${address} has '${title}' in ${ids.length} mails: ${ids.join(' ')}`);
    });
    return missing.length === 0;
  };
  await waitUntil(read);
  const copies = new Map<string, number>();
  for (const { raw } of mails()) {
    const id = /^message-id:\s*(\S+)/im.exec(raw)?.[1] ?? 'none';
    copies.set(id, (copies.get(id) ?? 0) + 1);
  }
  return [
    ...missing,
    ...[...copies].filter(([, count]) => count > maxCopies).map(([id, count]) => `${id}: ${count} times`),
  ];
}

async function waitUntil(isDone: () => Promise<boolean>): Promise<boolean> {
  for (let poll = 0; poll < settlePolls; poll += 1) {
    if (await isDone().catch(() => false)) return true;
    await delay(pollMs);
  }
  return false;
}
