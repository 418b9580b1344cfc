import {
  type ItemCounts,
  type OpinionState,
  type ScoutView,
  findSystemSourceName,
  type SourceKind,
  type SourceState,
} from '#domain/source/contract.ts';
import type { OverruledSource } from '#domain/correction/contract.ts';
import { formatCount } from '#web/lib/format.ts';

const minuteSeconds = 60;
const hourSeconds = 60 * minuteSeconds;
const daySeconds = 24 * hourSeconds;

export const sourceKindLabels: Record<SourceKind, string> = {
  feed: 'Feed',
  webhook: 'Webhook',
  email: 'Email',
  imap: 'Mailbox',
  sell: 'Seller form',
  'admin-entry': 'Admin entry',
  simulator: 'Simulator',
};

export const sourceStateLabels: Record<SourceState, string> = {
  working: 'Working',
  waiting: 'No data yet',
  failing: 'Failing',
  paused: 'Paused',
};

/** The LLM classification and the event log are monitored like sources. */
export function getSourceName(sourceId: string): string {
  return findSystemSourceName(sourceId) ?? sourceId;
}

/** '3 minutes ago'; `now` in milliseconds. */
export function formatAgo(iso: string, now: number): string {
  const seconds = Math.max(0, (now - Date.parse(iso)) / 1000);
  return seconds < minuteSeconds ? 'Just now' : `${formatRounded(seconds)} ago`;
}

/** 'In 5 minutes'; 'Within a minute' also for what is overdue. */
export function formatAhead(iso: string, now: number): string {
  const seconds = (Date.parse(iso) - now) / 1000;
  return seconds < minuteSeconds ? 'Within a minute' : `In ${formatRounded(seconds)}`;
}

/** 'every 5 minutes'. */
export function formatRunInterval(seconds: number): string {
  const [size, unit] = units.find(([length]) => seconds % length === 0) ?? [1, 'second'];
  const count = seconds / size;
  return count === 1 ? `every ${unit}` : `every ${count} ${unit}s`;
}

/** '12 items: 3 new, 9 known'; parts that are zero are left out. */
export function formatPassResult({ items, accepted, duplicates, review, rejected }: ItemCounts): string {
  if (items === 0) return 'No items';
  const outcomeCounts = [
    [accepted, 'new'],
    [duplicates, 'known'],
    [review, 'to review'],
    [rejected, 'rejected'],
  ] as const;
  const texts = outcomeCounts
    .filter(([count]) => count > 0)
    .map(([count, what]) => `${count.toLocaleString('en-US')} ${what}`);
  return `${formatCount(items, 'item')}: ${texts.join(', ')}`;
}

/** '0.2 s', '4 s', '3 min': as precise as useful. */
export function formatDuration(seconds: number): string {
  if (seconds < 10) return `${Number(seconds.toFixed(seconds < 1 ? 2 : 1))} s`;
  return seconds < 2 * minuteSeconds ? `${Math.round(seconds)} s` : `${Math.round(seconds / minuteSeconds)} min`;
}

const opinionLabels: Record<OpinionState, string> = {
  off: 'Off',
  on: 'On',
  unreachable: 'Unreachable',
  'budget spent': 'Daily limit reached',
};

export function formatOpinion({ state, callsToday, dailyCalls }: ScoutView['opinion']): string {
  const calls =
    dailyCalls === null
      ? ''
      : `, ${callsToday.toLocaleString('en-US')} of ${dailyCalls.toLocaleString('en-US')} calls today`;
  return opinionLabels[state] + calls;
}

/** '3 of 40 (house 1 of 20, raw land 2 of 20)': the decisions that overruled the rules; undefined without any decision. */
export function formatOverruled(counts: OverruledSource | undefined): string {
  if (counts === undefined) return 'No decisions yet';
  const verdicts = counts.verdicts.map((verdict) => `${verdict.judged} ${formatPart(verdict)}`);
  return `${formatPart(counts)} (${verdicts.join(', ')})`;
}

const formatPart = ({ overruled, decided }: Pick<OverruledSource, 'overruled' | 'decided'>) =>
  `${overruled.toLocaleString('en-US')} of ${decided.toLocaleString('en-US')}`;

/** 'Built-in', or the accuracy of a weight file beside that of the built-in weights. */
export function formatWeights({ used, heldOut }: ScoutView['weights']): string {
  if (heldOut === null) return 'Classifier: built-in weights';
  const { texts, before, after } = heldOut;
  const figures = `${formatAccuracy(after)} of ${formatCount(texts, 'text')} right, ${formatAccuracy(before)} with the built-in ones`;
  return used === 'file'
    ? `Classifier: weights of WEIGHTS_FILE, ${figures}`
    : `Classifier: built-in weights, as those of WEIGHTS_FILE are not better (${figures})`;
}

const formatAccuracy = (share: number) => `${(100 * share).toFixed(1)}%`;

const units = [
  [daySeconds, 'day'],
  [hourSeconds, 'hour'],
  [minuteSeconds, 'minute'],
] as const;

function formatRounded(seconds: number): string {
  const [size, unit] = units.find(([length]) => seconds >= length) ?? [minuteSeconds, 'minute'];
  return formatCount(Math.floor(seconds / size), unit);
}
