import { compact } from '#domain/shared/compact.contract.ts';
import { pluralize } from '#domain/shared/pluralize.ts';

/** What changed for a user after a listing was matched, so that it may fit only now; `at` is ISO 8601. */
export type LaterChange = { what: 'membership' | 'filters'; at: string };

/** A condition of what happened before: only a listing that is new to a user is sent. Times are ISO 8601. */
type HistoryCondition = { holds: boolean } & (
  | { rule: 'sent'; sentAt: string | null }
  | { rule: 'repost'; reposts: number }
  | { rule: 'time'; foundAt: string; change: LaterChange | null }
);

type PairHistory = { sentAt: string | null; reposts: number; foundAt: string; change: LaterChange | null };

export function explainHistory({ sentAt, reposts, foundAt, change }: PairHistory): HistoryCondition[] {
  return compact<HistoryCondition>([
    { rule: 'sent', holds: sentAt === null, sentAt },
    { rule: 'repost', holds: reposts === 0, reposts },
    sentAt === null && { rule: 'time', holds: change === null, foundAt, change },
  ]);
}

/** One short sentence for admins. */
export function describeHistory(condition: HistoryCondition): string {
  switch (condition.rule) {
    case 'sent':
      return condition.sentAt === null ? 'Not sent before' : `Already sent on ${formatUtcDay(condition.sentAt)}`;
    case 'repost':
      return condition.holds ? 'No repost' : `Reposted ${pluralize(condition.reposts, 'time')}; reposts are never sent`;
    case 'time':
      return describeTime(condition.foundAt, condition.change);
  }
}

function describeTime(foundAt: string, change: LaterChange | null): string {
  const found = `Found on ${formatUtcDay(foundAt)}`;
  if (change === null) return `${found}, after the last change of membership and filters`;
  const event = change.what === 'membership' ? 'the membership became active' : 'the filters changed';
  return `${found}, ${formatMargin(foundAt, change.at)} before ${event}`;
}

const dayMs = 86_400_000;

function formatMargin(from: string, to: string): string {
  const days = Math.floor((Date.parse(to) - Date.parse(from)) / dayMs);
  return days === 0 ? 'less than a day' : pluralize(days, 'day');
}

const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** 'Nov 3, 2026', in UTC. */
export function formatUtcDay(at: string): string {
  return dayFormat.format(new Date(at));
}
