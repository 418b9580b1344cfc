import type { Fault, Message, Outcome } from '../outcome.ts';
import { findDueAlerts, listDelivered } from './alerts.ts';

/** Faults that end or suspend nothing. */
const harmless: ReadonlySet<string> = new Set(['heavy questions']);
/** In ms: a message is accepted before its receiver's clock is read. */
const toleranceMs = 1_000;
const maxCopies = 2;

/** Whether a process or a store may have failed between two times. */
function isAroundCrash(faults: readonly Fault[], from: number, to: number): boolean {
  return faults.some(
    ({ name, begin, end }) => !harmless.has(name) && begin <= to + toleranceMs && end >= from - toleranceMs,
  );
}

/** Due alerts that did not arrive on the channels of their members. */
export function findLostMessages({ events, addresses, actors, messages, erasure }: Outcome): string[] {
  const { due } = findDueAlerts(events);
  const accepted = Map.groupBy(
    messages.filter(({ isAccepted }) => isAccepted),
    ({ channel, to }) => `${channel} ${to}`,
  );
  // A mail of many houses only counts the last.
  const countLost = (name: string, houses: Set<string>) => {
    const copies = new Map((accepted.get(name) ?? []).map((message) => [message.id, message]));
    const arrived = new Set([...copies.values()].flatMap((message) => message.houses));
    const counted = [...copies.values()].reduce((sum, { more }) => sum + more, 0);
    const lost = [...houses].filter((houseNumber) => !arrived.has(houseNumber));
    return lost.length <= counted ? [] : [`${name} lacks ${lost.join(', ')}`];
  };
  const hasOwn = (part: string) => actors.filter((actor) => actor.part === part && actor.userId !== erasure?.userId);
  const none = new Set<string>();
  return [
    ...[...due].flatMap(([userId, houses]) => countLost(`mail ${addresses.get(userId)}`, houses)),
    ...hasOwn('push').flatMap(({ userId }) => countLost(`push ${userId}`, due.get(userId) ?? none)),
    ...hasOwn('webhook').flatMap(({ userId }) => countLost(`webhook ${userId}`, due.get(userId) ?? none)),
  ];
}

/** Messages that were refused for now and never accepted under the same id. Those of erased members are dropped. */
export function findUnrepeatedMessages({ messages, erasure, actors }: Outcome): string[] {
  const accepted = new Set(messages.filter(({ isAccepted }) => isAccepted).map(({ id }) => id));
  const mayEnd = new Set(actors.filter(({ part }) => part === 'payer' || part === 'leaver').map(({ email }) => email));
  return messages
    .filter(({ isAccepted, id, to }) => !isAccepted && !accepted.has(id) && !mayEnd.has(to) && to !== erasure?.email)
    .map(({ channel, id, to }) => `${channel} ${id} to ${to} was refused, and not repeated under its id`);
}

/** Copies that no crash explains, more than two of them, and a house in several mails to one member. */
export function findDoubledMessages({ messages, faults, events, addresses }: Outcome): string[] {
  const accepted = messages.filter(({ isAccepted }) => isAccepted);
  const copies = [...Map.groupBy(accepted, ({ id, to }) => `${id} to ${to}`)].flatMap(([id, some]) => {
    if (some.length > maxCopies) return [`${id}: ${some.length} times`];
    const [first, second] = some.map(({ at }) => at).toSorted((a, b) => a - b);
    if (first === undefined || second === undefined || isAroundCrash(faults, first, second)) return [];
    return [`${id}: twice without a crash, after ${Math.round(second - first)} ms`];
  });
  const delivered = listDelivered(events);
  const userOf = new Map([...addresses].map(([userId, email]) => [email, userId]));
  const countOf = ({ channel, to }: Message, houseNumber: string) =>
    (delivered.get(channel === 'mail' ? (userOf.get(to) ?? to) : to) ?? []).filter((one) => one === houseNumber).length;
  const repeated = [...Map.groupBy(accepted, ({ channel, to }) => `${channel} ${to}`)].flatMap(([name, some]) => {
    const ids = new Map<string, Set<string>>();
    for (const { id, houses } of some)
      for (const houseNumber of houses) ids.set(houseNumber, (ids.get(houseNumber) ?? new Set()).add(id));
    const [first] = some;
    return [...ids].flatMap(([house, own]) =>
      first && own.size > Math.max(1, countOf(first, house)) ? [`${name} has ${house} in ${own.size} messages`] : [],
    );
  });
  return [...copies, ...repeated];
}
