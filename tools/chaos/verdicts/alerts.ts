import { defaultMaxPrice } from '#domain/user/filters.contract.ts';
import { findHouses, type LoggedEvent, type Outcome } from '../outcome.ts';

/**
 * The alerts that a log makes due: by user, the houses within the price that were found while the user was a member. A
 * member who left later may have had an alert or not. An erased user is in none.
 */
export type DueAlerts = { due: Map<string, Set<string>>; optional: Map<string, Set<string>> };

type AlertData = {
  userId: string;
  listingId: string;
  title: string;
  price: number;
  changes: { maxPrice?: number };
  members: { userId: string }[];
};

/** Reads from events only what their types have. */
const dataOf = ({ data }: LoggedEvent) => data as AlertData;

export function findDueAlerts(events: LoggedEvent[]): DueAlerts {
  const [due, optional] = [new Map<string, Set<string>>(), new Map<string, Set<string>>()];
  const members = new Set<string>();
  const maxPrices = new Map<string, number>();
  const leave = ({ stream }: LoggedEvent) => {
    const id = stream.slice('user-'.length);
    members.delete(id);
    for (const houseNumber of due.get(id) ?? []) addTo(optional, id, houseNumber);
    due.delete(id);
  };
  const read: Record<string, (event: LoggedEvent, data: AlertData) => void> = {
    MembershipActivated: (_, { userId }) => members.add(userId),
    MembershipDeactivated: leave,
    UserDeleted: leave,
    FiltersUpdated: (_, { userId, changes: { maxPrice } }) => {
      if (maxPrice !== undefined) maxPrices.set(userId, maxPrice);
    },
    ListingFound: (_, { title, price }) => {
      const fitting = [...members].filter((id) => price <= (maxPrices.get(id) ?? defaultMaxPrice));
      for (const id of fitting) addTo(due, id, findHouses(title)[0] ?? title);
    },
  };
  for (const event of events) read[event.type]?.(event, dataOf(event));
  return { due, optional };
}

function addTo(lists: Map<string, Set<string>>, id: string, houseNumber: string): void {
  const houses = lists.get(id) ?? new Set();
  lists.set(id, houses.add(houseNumber));
}

/** The houses that each user was alerted to, as often as that happened. */
export function listDelivered(events: LoggedEvent[]): Map<string, string[]> {
  const houseOf = new Map<string, string>();
  const delivered = new Map<string, string[]>();
  for (const event of events) {
    const { listingId, title, members } = dataOf(event);
    if (event.type === 'ListingFound') houseOf.set(listingId, findHouses(title)[0] ?? title);
    if (event.type !== 'AlertsDelivered') continue;
    for (const { userId } of members) {
      const houses = delivered.get(userId) ?? [];
      delivered.set(userId, houses);
      houses.push(houseOf.get(listingId) ?? listingId);
    }
  }
  return delivered;
}

/** The log itself: each due alert once, and no other. */
export function findAlertFaults({ events, addresses }: Outcome): string[] {
  return compareAll(findDueAlerts(events), addresses, listDelivered(events));
}

/** What the members see, from the views and from the API. */
export function findDashboardFaults({ events, addresses, dashboards, actors, erasure }: Outcome): string[] {
  const alerts = findDueAlerts(events);
  const remaining = actors.filter(({ userId }) => userId !== erasure?.userId);
  return [
    ...compareAll(alerts, addresses, dashboards),
    ...remaining.flatMap(({ userId }) =>
      compare(alerts, userId, dashboards.get(`${userId}@api`), `${userId} by the API`),
    ),
  ];
}

function compareAll(alerts: DueAlerts, users: Map<string, unknown>, houses: Map<string, string[]>): string[] {
  const ids = new Set([...alerts.due.keys(), ...users.keys()]);
  return [...ids].flatMap((id) => compare(alerts, id, houses.get(id)));
}

function compare(alerts: DueAlerts, userId: string, houses: string[] = [], who = userId): string[] {
  const due = alerts.due.get(userId) ?? new Set<string>();
  const alerted = new Set(houses);
  const missing = [...due].filter((houseNumber) => !alerted.has(houseNumber));
  const wrong = [...alerted].filter(
    (houseNumber) => !due.has(houseNumber) && !alerts.optional.get(userId)?.has(houseNumber),
  );
  const repeated = houses.filter((houseNumber, index) => houses.indexOf(houseNumber) !== index);
  return [
    ...missing.map((houseNumber) => `${who} lacks ${houseNumber}`),
    ...wrong.map((houseNumber) => `${who} has ${houseNumber}, which was not due`),
    ...repeated.map((houseNumber) => `${who} has ${houseNumber} more than once`),
  ];
}
