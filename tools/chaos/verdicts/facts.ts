import { factKinds, type FactKind, findHouses, type LoggedEvent, type Outcome } from '../outcome.ts';

/** The least number of each fact a minute, far less than an undisturbed run has; one at least. */
const leastPerMinute: Record<FactKind, number> = {
  save: 4,
  registration: 1,
  listing: 1,
  import: 0.5,
  payment: 1,
  erasure: 0,
};
/** A run of this many minutes causes each fault. */
const completeMinutes = 10;
const leastReceivers = 500;

/** A load or a fault that did not take place: what was never tried cannot fail. */
export function findMissingLoad({ minutes, facts, faults, faultNames, events, messages }: Outcome): string[] {
  const delivered = events.filter(({ type }) => type === 'AlertsDelivered');
  const isDaily = ({ data }: LoggedEvent) => (data as { mode: string }).mode === 'daily'; // as this event has it
  const counts: [string, number, number][] = [
    ...factKinds.map((kind): [string, number, number] => [
      `acknowledged facts of kind ${kind}`,
      facts.filter((fact) => fact.kind === kind).length,
      Math.max(1, Math.floor(minutes * leastPerMinute[kind])),
    ]),
    ['delivered digests', delivered.filter(isDaily).length, 1],
    ['receivers of a listing', countMostReceivers(delivered), leastReceivers + 1],
    ...(['mail', 'push', 'webhook'] as const).map((channel): [string, number, number] => [
      `accepted messages by ${channel}`,
      messages.filter((message) => message.channel === channel && message.isAccepted).length,
      1,
    ]),
    ['faults', faults.length, 1],
    ...(minutes < completeMinutes ? [] : faultNames).map((name): [string, number, number] => [
      `faults of kind '${name}'`,
      faults.filter((fault) => fault.name === name).length,
      1,
    ]),
  ];
  return counts.flatMap(([what, count, least]) =>
    count >= least ? [] : [`${count} ${what}, at least ${least} are due`],
  );
}

function countMostReceivers(delivered: LoggedEvent[]): number {
  const counts = new Map<string, number>();
  for (const { data } of delivered) {
    const { listingId, members } = data as { listingId: string; members: unknown[] }; // as this event has it
    counts.set(listingId, (counts.get(listingId) ?? 0) + members.length);
  }
  return Math.max(0, ...counts.values());
}

/** Facts that happen once, whatever was repeated. */
const uniqueKinds: readonly FactKind[] = ['registration', 'listing', 'import', 'erasure'];

/** Acknowledged facts that the log does not have, or has more than once. */
export function findLostFacts({ events, facts, erasure }: Outcome): string[] {
  const counts = new Map<string, number>();
  for (const key of events.flatMap(listKeys)) counts.set(key, (counts.get(key) ?? 0) + 1);
  return facts.flatMap(({ kind, key }) => {
    const count = counts.get(`${kind} ${key}`) ?? 0;
    const isErased = erasure !== null && key.includes(erasure.email);
    if (isErased || count === 1 || (count > 1 && !uniqueKinds.includes(kind))) return [];
    return [`${kind} ${key} is in the log ${count} times`];
  });
}

/** The facts that an event proves. */
function listKeys({ type, data, stream, metadata: { commandId } }: LoggedEvent): string[] {
  const { userId, email, title, changes } = data as {
    userId?: string;
    email?: string;
    title?: string;
    changes?: { maxPrice?: number };
  }; // of the types below
  switch (type) {
    case 'FiltersUpdated':
      return [`save ${userId} ${changes?.maxPrice}`];
    case 'UserRegistered':
      return [`registration ${email}`, `import ${email}`];
    case 'ListingFound':
      return [`listing ${findHouses(title ?? '')[0]}`];
    case 'PaymentReported':
      return [`payment ${commandId}`];
    case 'UserDeleted':
      return [`erasure ${stream.slice('user-'.length)}`];
    default:
      return [];
  }
}
