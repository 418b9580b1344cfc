import { randomUUID } from 'node:crypto';
import { accessStream, alertStream, listingStream, userStream } from '#domain/event-catalog/streams.ts';
import type { DomainEvent } from '#domain/event-catalog/events.ts';
import { radii } from '#domain/user/contract.ts';
import { emptyFilters, toMatchingFilters } from '#domain/user/state.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import { pick, createRandom } from './random.ts';

const peoplePerListing = 10;
/** On average, including a tenth of a listing with its alerts. */
export const eventsPerPerson = 7.3;
const alertedMembers = 5;
const atOnce = 200;

/** Appends a log as months of use produce it: users who register, search, join and sign in; listings; alerts. */
export async function generateLog(store: EventStore, size: number): Promise<void> {
  const random = createRandom(11);
  const people: string[] = [];
  const at = new Date('2026-01-01T00:00:00.000Z').getTime();
  const waiting: Promise<unknown>[] = [];
  let eventCount = 0;
  const append = async (stream: string, events: DomainEvent[]) => {
    eventCount += events.length;
    const commandId = randomUUID();
    const metadata = {
      actor: people.at(-1) ?? 'system',
      commandId,
      correlationId: commandId,
      at: new Date(at + eventCount * 1000).toISOString(),
    };
    waiting.push(
      store.append(
        stream,
        events.map((event) => ({ id: randomUUID(), ...event })),
        -1,
        metadata,
      ),
    );
    if (waiting.length >= atOnce) await Promise.all(waiting.splice(0));
  };

  while (eventCount < size) {
    const userId = randomUUID();
    people.push(userId);
    await append(userStream(userId), createUserEvents(userId, people.length, random));
    await append(accessStream(userId), [
      { type: 'SignedIn', data: { userId } },
      { type: 'SignedOut', data: { userId } },
    ]);
    if (people.length % peoplePerListing !== 0) continue;
    const { listingId, foundEvent, matchedEvent } = createListing(people.length, people, random);
    await append(listingStream(listingId), [foundEvent]);
    const now = new Date(at + eventCount * 1000).toISOString();
    const delivered = { ...matchedEvent.data, mode: 'immediate' as const, foundAt: now, at: now };
    await append(alertStream(listingId, 0), [matchedEvent, { type: 'AlertsDelivered', data: delivered }]);
  }
  await Promise.all(waiting);
}

function createUserEvents(userId: string, n: number, random: () => number): DomainEvent[] {
  const search = { zipCode: '48204', maxPrice: 1000 * Math.ceil(random() * 150), mileageRadius: pick(random, radii) };
  return [
    { type: 'UserRegistered', data: { userId, email: `member${n}@example.com`, role: 'none' } },
    { type: 'FiltersUpdated', data: { userId, changes: search } },
    { type: 'MembershipActivated', data: { userId, filters: toMatchingFilters({ ...emptyFilters, ...search }) } },
    { type: 'MemberSinceSet', data: { userId, memberSince: '2026-01-01T00:00:00.000Z' } },
    { type: 'FiltersUpdated', data: { userId, changes: { includeRawLand: random() < 0.5 } } },
  ];
}

function createListing(n: number, people: string[], random: () => number) {
  const listingId = randomUUID();
  const place = { latitude: 42.37, longitude: -83.14, zipCode: '48204', city: 'Detroit', county: null, state: 'MI' };
  const listing = {
    title: `Inherited house number ${n} on Oak Street, sold as-is`,
    price: 20_000 + n,
    details: 'Three bedrooms, one bath. The heirs want a quick sale; needs a roof. Cash only.',
    link: `https://listings.example.com/${n}`,
    imageUrl: '',
    propertyType: 'house',
  } as const;
  const foundEvent: DomainEvent = {
    type: 'ListingFound',
    data: {
      listingId,
      source: 'made',
      externalId: String(n),
      parcel: null,
      postedAt: null,
      ...listing,
      place: { ...place, basis: 'zip' },
      reasons: [{ says: 'house', quote: 'house' }],
    },
  };
  const reasons = [{ says: 'house', quote: 'house' }];
  const { zipCode, city, county, state } = place;
  const alerted = {
    ...listing,
    zipCode,
    city,
    county,
    state,
    isApproximate: true,
    previousPrice: null,
    signals: reasons,
  };
  const memberIds = new Set(Array.from({ length: alertedMembers }, () => pick(random, people)));
  const members = [...memberIds].map((userId) => ({ userId, figures: { miles: 3.2, radius: 50, maxPrice: 54_000 } }));
  const matchedEvent = {
    type: 'AlertsMatched' as const,
    data: { listingId, n: 0, kind: 'new' as const, listing: alerted, members },
  };
  return { listingId, foundEvent, matchedEvent };
}
