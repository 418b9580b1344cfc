import { mapTypeFlags } from '#domain/listing/property-types.contract.ts';
import type { AsOfAnswer, FieldChange } from '#domain/history/point-in-time.contract.ts';
import { capitalize } from '#domain/shared/capitalize.contract.ts';

export type StateValue = FieldChange['after'];
/** A line of the state: the value now, and the value before the event that changed it. */
export type StateField = { field: string; name: string; value: StateValue; change: FieldChange | null };

const fieldNames: Record<string, string> = {
  status: 'Status',
  title: 'Title',
  price: 'Price',
  lowest: 'Lowest price',
  propertyType: 'Type',
  details: 'Details',
  link: 'Link',
  imageUrl: 'Picture',
  source: 'Source',
  externalId: 'ID at the source',
  city: 'City',
  state: 'State',
  email: 'Email',
  role: 'Role',
  isAdmin: 'Full admin',
  isHelperAdmin: 'Helper admin',
  membershipStatus: 'Membership',
  memberSince: 'Member since',
  registeredAt: 'Registered',
  maxPrice: 'Max price',
  maxPriceLimit: 'Price limit',
  requestedHigherLimit: 'Requested a higher limit',
  mileageRadius: 'Mileage radius',
  zipCode: 'ZIP code',
  ...mapTypeFlags(({ plural }) => capitalize(plural)),
  notificationPreference: 'Notification',
  alertMails: 'Alert emails',
  quietHours: 'Quiet hours',
  weeklySummary: 'Weekly summary',
  mustChangePassword: 'Must choose a new password',
  searches: 'Further searches',
  recentListings: 'Saved listings',
  latitude: 'Latitude',
  longitude: 'Longitude',
  basis: 'Location source',
  postedAt: 'Posted',
  foundAt: 'Found',
  heldAt: 'Waiting since',
  reason: 'Review reason',
  item: 'As received',
  reasons: 'Quoted words',
  repostIds: 'Reposted as',
  originalId: 'Repost of',
  message: 'Message',
  name: 'Name',
  paused: 'Paused',
  publishedAt: 'Published',
  timestamp: 'Saved',
};
const fieldOrder = Object.keys(fieldNames);

/** `somethingNew` as 'Something new', for a field without a label. */
export function getFieldName(field: string): string {
  const words = field.replaceAll(/([A-Z])/g, ' $1').toLowerCase();
  return fieldNames[field] ?? capitalize(words);
}

/**
 * The fields of a state in display order, each with what changed it. If the event created or deleted the whole state,
 * nothing is marked: then these are the fields as created, or as they were before the deletion.
 */
export function toStateFields({
  state,
  changes,
  previous,
}: Pick<AsOfAnswer, 'state' | 'changes' | 'previous'>): StateField[] {
  const before = Object.fromEntries(changes.map((change) => [change.field, change.before]));
  const markedChanges = state === null || previous === null ? [] : changes;
  const visibleState: Record<string, StateValue> = state ?? before;
  const fields = new Set([...Object.keys(visibleState), ...markedChanges.map(({ field }) => field)]);
  const rank = (field: string) => (fieldOrder.includes(field) ? fieldOrder.indexOf(field) : fieldOrder.length);
  return [...fields]
    .toSorted((one, other) => rank(one) - rank(other))
    .map((field) => ({
      field,
      name: field === 'id' ? 'Id' : getFieldName(field),
      value: visibleState[field] ?? null,
      change: markedChanges.find((change) => change.field === field) ?? null,
    }));
}
