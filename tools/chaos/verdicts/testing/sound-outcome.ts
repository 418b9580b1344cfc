import type { LoggedEvent, Message, Outcome } from '../../outcome.ts';

const members = Array.from({ length: 502 }, (_, n) => `member-${n}`);
const [daily = '', push = '', webhook = ''] = members;
const leaver = 'leaver';
const houseNumber = '100';
const title = `House at ${houseNumber} Maple Street`;
const addressOf = (userId: string) => `${userId}@example.com`;

type EventFacts = { type: string; stream?: string; commandId?: string; data: object };

/** Rows that are read as the log has them. */
function toEvents(facts: EventFacts[]): LoggedEvent[] {
  return facts.map(({ type, stream = 'some', commandId = 'some', data }, position) => {
    return { type, stream, position, data, metadata: { commandId } } as unknown as LoggedEvent; // of any type
  });
}

const toMessage = (channel: Message['channel'], to: string): Message => {
  return { at: 1_000, channel, to, id: `${channel} for ${to}`, houses: [houseNumber], more: 0, isAccepted: true };
};

const listing = { listingId: 'listing', title, price: 45_000 };
const deliver = (mode: string, ids: string[]): EventFacts => {
  return { type: 'AlertsDelivered', data: { ...listing, mode, members: ids.map((userId) => ({ userId })) } };
};

/** What a run without any violation leaves; each call makes another. */
export function createSoundOutcome(): Outcome {
  const events = toEvents([
    { type: 'UserRegistered', data: { userId: 'guest', email: 'guest@example.com' } },
    { type: 'UserRegistered', data: { userId: 'late', email: 'late@example.com' } },
    ...[...members, leaver].map((userId) => ({
      type: 'MembershipActivated',
      stream: `user-${userId}`,
      data: { userId },
    })),
    { type: 'FiltersUpdated', data: { userId: push, changes: { maxPrice: 60_001 } } },
    { type: 'MembershipActivated', stream: 'user-frugal', data: { userId: 'frugal' } },
    { type: 'FiltersUpdated', data: { userId: 'frugal', changes: { maxPrice: listing.price - 1 } } },
    { type: 'PaymentReported', commandId: 'payment:evt_1', data: {} },
    { type: 'ListingFound', data: listing },
    deliver('immediate', members.slice(1)),
    deliver('daily', [daily]),
    { type: 'UserDeleted', stream: `user-${leaver}`, data: { userId: 'erased' } },
  ]);
  const dashboards = new Map(members.map((userId) => [userId, [houseNumber]]));
  for (const userId of [daily, push, webhook]) dashboards.set(`${userId}@api`, [houseNumber]);
  return {
    minutes: 0.5,
    faultNames: ['kill -9 of a process'],
    facts: [
      ...Array.from({ length: 5 }, () => ({ kind: 'save' as const, key: `${push} 60001` })),
      { kind: 'registration', key: 'guest@example.com' },
      { kind: 'listing', key: houseNumber },
      { kind: 'import', key: 'late@example.com' },
      { kind: 'payment', key: 'payment:evt_1' },
      { kind: 'erasure', key: leaver },
    ],
    events,
    dashboards,
    addresses: new Map([...members, 'frugal'].map((userId) => [userId, addressOf(userId)])),
    actors: [
      ...(['daily', 'push', 'webhook'] as const).map((part, n) => {
        const userId = members[n] ?? '';
        return { part, userId, email: addressOf(userId) };
      }),
      { part: 'leaver', userId: leaver, email: addressOf(leaver) },
    ],
    erasure: { userId: leaver, email: addressOf(leaver), at: 20_000, traces: [], statusAfter: 401 },
    digests: [{ view: 'users', shown: 'abc', replayed: 'abc' }],
    chain: { verified: events.length, stored: events.length, difference: null },
    unfinished: [],
    messages: [
      ...members.map((userId) => toMessage('mail', addressOf(userId))),
      toMessage('push', push),
      toMessage('webhook', webhook),
    ],
    answers: [
      { at: 500, tookMs: 20, status: 200 },
      { at: 10_500, tookMs: 100, status: 503 },
    ],
    faults: [{ name: 'kill -9 of a process', begin: 10_000, end: 12_000 }],
    failures: [],
    logs: ['{"level":40,"msg":"Failed to read the outbox; retrying"}'],
  };
}
