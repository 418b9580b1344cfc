import {
  type Brought,
  type OpinionState,
  type ScoutView,
  secondOpinion,
  type SourceKind,
  type SourceState,
} from '#domain/source/contract.ts';

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

export const kinds: Record<SourceKind, string> = {
  feed: 'Feed',
  webhook: 'Webhook',
  email: 'Email',
  imap: 'Mailbox',
  sell: 'Seller form',
  'admin-entry': 'Entry by admins',
  simulator: 'Simulator',
};

export const states: Record<SourceState, string> = {
  working: 'Working',
  waiting: 'Nothing yet',
  failing: 'Failing',
  paused: 'Paused',
};

/** The second opinion is watched like a source. */
export function nameOf(sourceId: string): string {
  return sourceId === secondOpinion ? 'The second opinion' : sourceId;
}

/** '3 minutes ago'; `now` in milliseconds. */
export function ago(iso: string, now: number): string {
  const seconds = Math.max(0, (now - Date.parse(iso)) / 1000);
  return seconds < minute ? 'Just now' : `${rounded(seconds)} ago`;
}

/** 'In 5 minutes'; what is due already comes soon. */
export function ahead(iso: string, now: number): string {
  const seconds = (Date.parse(iso) - now) / 1000;
  return seconds < minute ? 'Within a minute' : `In ${rounded(seconds)}`;
}

/** 'every 5 minutes'. */
export function every(seconds: number): string {
  const [size, unit] = units.find(([length]) => seconds % length === 0) ?? [1, 'second'];
  const count = seconds / size;
  return count === 1 ? `every ${unit}` : `every ${count} ${unit}s`;
}

/** '12 items: 3 new, 9 known'; parts of which there is none are left out. */
export function broughtText({ items, accepted, duplicates, review, rejected }: Brought): string {
  if (items === 0) return 'No items';
  const parts = [
    [accepted, 'new'],
    [duplicates, 'known'],
    [review, 'to review'],
    [rejected, 'rejected'],
  ] as const;
  const said = parts.filter(([count]) => count > 0).map(([count, what]) => `${count.toLocaleString('en-US')} ${what}`);
  return `${items.toLocaleString('en-US')} ${items === 1 ? 'item' : 'items'}: ${said.join(', ')}`;
}

/** '0.2 s', '4 s', '3 min': as exact as it matters. */
export function duration(seconds: number): string {
  if (seconds < 10) return `${Number(seconds.toFixed(seconds < 1 ? 2 : 1))} s`;
  return seconds < 2 * minute ? `${Math.round(seconds)} s` : `${Math.round(seconds / minute)} min`;
}

const opinions: Record<OpinionState, string> = {
  off: 'Off',
  on: 'On',
  unreachable: 'Does not answer',
  'budget spent': 'Calls of today are spent',
};

export function opinionText({ state, callsToday, dailyCalls }: ScoutView['opinion']): string {
  const calls =
    dailyCalls === null
      ? ''
      : `, ${callsToday.toLocaleString('en-US')} of ${dailyCalls.toLocaleString('en-US')} calls today`;
  return opinions[state] + calls;
}

const units = [
  [day, 'day'],
  [hour, 'hour'],
  [minute, 'minute'],
] as const;

function rounded(seconds: number): string {
  const [size, unit] = units.find(([length]) => seconds >= length) ?? [minute, 'minute'];
  const count = Math.floor(seconds / size);
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
