import { readErasedToken } from '#domain/shared/erased-user.ts';
import { type Decider, Rejected } from '#domain/shared/decider.ts';
import type { PropertyType } from '#domain/listing/property-types.contract.ts';
import type { AlertedMember, AlertEvent, AlertKind, AlertedListing, AlertMode, WithheldReason } from './events.ts';
import type { MatchedMember } from '#domain/matching/index/matched-member.ts';

export const maxMembersPerAlert = 500;

type Match = { listingId: string; n: number; kind: AlertKind; listing: AlertedListing; members: MatchedMember[] };

export type AlertCommand =
  /** Members of a daily digest are only matched; the others are notified at `at`. */
  | { type: 'Match'; data: Match & { mode: AlertMode; foundAt: string; at: string; shard?: string } }
  /** `propertyType` is the one that the listing has now. */
  | { type: 'DeliverDigest'; data: { userIds: string[]; foundAt: string; at: string; propertyType?: PropertyType } }
  | { type: 'Withhold'; data: { userIds: string[]; at: string; reason: WithheldReason } };

type MatchedAlert = Omit<Match, 'members'> & {
  status: 'matched';
  /** The matched members to whom the alert was not delivered yet. */
  waiting: ReadonlyMap<string, AlertedMember>;
};

export type Alert = { status: 'unmatched' } | MatchedAlert;

/** Stream `alert-<listingId>-<n>`: matched once, then delivered once to each matched member or withheld once. */
export const alert: Decider<AlertCommand, AlertEvent, Alert> = {
  decide,
  evolve,
  initialState: { status: 'unmatched' },
};

function decide(command: AlertCommand, state: Alert): AlertEvent[] {
  if (command.type === 'Match') return decideMatch(command.data, state);
  if (state.status === 'unmatched') throw new Rejected('alert-not-found');
  return command.type === 'DeliverDigest' ? deliverDigest(command.data, state) : withhold(command.data, state);
}

function decideMatch(
  { mode, foundAt, at, shard, ...match }: Extract<AlertCommand, { type: 'Match' }>['data'],
  state: Alert,
) {
  if (match.members.length > maxMembersPerAlert) throw new Rejected('too-many-members');
  if (state.status === 'matched' || match.members.length === 0) return [];
  const matchedEvent: AlertEvent = { type: 'AlertsMatched', data: { ...match, ...(shard !== undefined && { shard }) } };
  if (mode === 'daily') return [matchedEvent];
  const deliveredEvent: AlertEvent = { type: 'AlertsDelivered', data: { ...match, mode, foundAt, at } };
  return [matchedEvent, deliveredEvent];
}

function deliverDigest(
  { userIds, foundAt, at, propertyType }: Extract<AlertCommand, { type: 'DeliverDigest' }>['data'],
  { listingId, n, kind, listing: matched, waiting }: MatchedAlert,
): AlertEvent[] {
  const members = [...new Set(userIds)].flatMap((userId) => waiting.get(userId) ?? []);
  if (members.length === 0) return [];
  const listing = { ...matched, ...(propertyType && { propertyType }) };
  return [{ type: 'AlertsDelivered', data: { listingId, n, kind, mode: 'daily', listing, foundAt, members, at } }];
}

/** Who was deleted is known by the id no more: with those who are members no more they are withheld too. */
function withhold(
  { userIds, at, reason }: Extract<AlertCommand, { type: 'Withhold' }>['data'],
  { listingId, n, waiting }: MatchedAlert,
): AlertEvent[] {
  const erased = reason === 'not a member' ? [...waiting.keys()].filter((id) => readErasedToken(id) !== null) : [];
  const withheldIds = [...new Set([...userIds, ...erased])].filter((userId) => waiting.has(userId));
  if (withheldIds.length === 0) return [];
  return [{ type: 'AlertsWithheld', data: { listingId, n, reason, userIds: withheldIds, at } }];
}

function evolve(state: Alert, { type, data }: AlertEvent): Alert {
  if (type === 'AlertsMatched') {
    const { listingId, n, kind, listing, members } = data;
    const waiting = new Map(members.map((member) => [member.userId, member]));
    return { status: 'matched', listingId, n, kind, listing, waiting };
  }
  if (state.status === 'unmatched') return state;
  const removedIds = new Set(type === 'AlertsDelivered' ? data.members.map(({ userId }) => userId) : data.userIds);
  return { ...state, waiting: new Map([...state.waiting].filter(([userId]) => !removedIds.has(userId))) };
}
