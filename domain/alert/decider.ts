import { type Decider, Rejected } from '#domain/shared/decider.ts';
import type { AlertEvent, AlertKind, AlertedListing, MatchedMember, WithheldReason } from './events.ts';

export const maxMembersPerAlert = 500;

export type AlertCommand =
  | {
      type: 'Match';
      data: { listingId: string; n: number; kind: AlertKind; listing: AlertedListing; members: MatchedMember[] };
    }
  | { type: 'Deliver'; data: { userIds: string[]; at: string; channel: 'dashboard' } }
  | { type: 'Withhold'; data: { userIds: string[]; at: string; reason: WithheldReason } };

/** The matched members to whom the alert was not delivered yet. */
export type Alert =
  | { status: 'unmatched' }
  | { status: 'matched'; listingId: string; n: number; waiting: ReadonlySet<string> };

/** Stream `alert-<listingId>-<n>`: matched once, then delivered once to each matched member or withheld once. */
export const alert: Decider<AlertCommand, AlertEvent, Alert> = {
  decide,
  evolve,
  initialState: { status: 'unmatched' },
};

function decide(command: AlertCommand, state: Alert): AlertEvent[] {
  switch (command.type) {
    case 'Match':
      if (command.data.members.length > maxMembersPerAlert) throw new Rejected('too-many-members');
      if (state.status === 'matched' || command.data.members.length === 0) return [];
      return [{ type: 'AlertsMatched', data: command.data }];

    case 'Deliver':
    case 'Withhold':
      return recordOutcome(command, state);
  }
}

function recordOutcome(command: Exclude<AlertCommand, { type: 'Match' }>, state: Alert): AlertEvent[] {
  if (state.status === 'unmatched') throw new Rejected('alert-not-found');
  const { listingId, n, waiting } = state;
  const userIds = [...new Set(command.data.userIds)].filter((userId) => waiting.has(userId));
  if (userIds.length === 0) return [];
  const { at } = command.data;
  return command.type === 'Deliver'
    ? [{ type: 'AlertsDelivered', data: { listingId, n, channel: command.data.channel, userIds, at } }]
    : [{ type: 'AlertsWithheld', data: { listingId, n, reason: command.data.reason, userIds, at } }];
}

function evolve(state: Alert, { type, data }: AlertEvent): Alert {
  if (type === 'AlertsMatched') {
    const waiting = new Set(data.members.map(({ userId }) => userId));
    return { status: 'matched', listingId: data.listingId, n: data.n, waiting };
  }
  if (state.status === 'unmatched') return state;
  const recordedUserIds = new Set(data.userIds);
  return { ...state, waiting: new Set([...state.waiting].filter((userId) => !recordedUserIds.has(userId))) };
}
