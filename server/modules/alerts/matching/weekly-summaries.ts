import { randomUUID } from 'node:crypto';
import PQueue from 'p-queue';
import { userStream } from '#domain/event-catalog/streams.ts';
import { findBucket } from '#domain/matching/shards.ts';
import { type Recorded, Rejected } from '#domain/shared/decider.ts';
import { user as users } from '#domain/user/decider.ts';
import { documentSpaces } from '#projections/store/document-spaces.ts';
import { readPages } from '#projections/store/list-all.ts';
import { updateDocument } from '#projections/store/update-document.ts';
import type { DocumentDeps, Platform } from '#server/platform/modules/platform.ts';
import { tryRepeatedly } from '#server/platform/subscriptions/try-repeatedly.ts';
import type { MemberIndex, MembershipChange } from '../member-index/members.ts';
import { buildDueQuery, moveDue, type Pending } from './move-due.ts';
import { findLastMonday, findNextMonday } from './time-zones.ts';

const space = documentSpaces.weeklySummaries;
/** Members whose summaries are written at the same time, so that they share a durable commit. */
const maxConcurrentWrites = 16;

/** The next summary of a member who wants them: the first one after `at`. */
type PendingSummary = Pending & { id: string; userId: string };

type WeeklySummaryDeps = DocumentDeps &
  Pick<Platform, 'handle'> & {
    members: Pick<MemberIndex, 'filtersOf' | 'shard'>;
    zoneOf: (zipCode: string | null) => string;
  };

/**
 * Issues the weekly summaries of the members of a shard: on Monday at 07:00 on the clocks of the member's ZIP. After a
 * late start only the last one is issued. The member's stream tells which was, so that a repeat issues none.
 */
export function createWeeklySummaries({ documents, members, zoneOf, handle, clock, log }: WeeklySummaryDeps) {
  const findZone = (userId: string) => zoneOf(members.filtersOf(userId)?.zipCode ?? null);
  const findDue = (userId: string) => (since: number) => findNextMonday(findZone(userId), since);
  const change = (userId: string, next: (stored: PendingSummary | null) => PendingSummary | null) =>
    updateDocument(documents, { space, id: userId }, next);

  const schedule = (userId: string, at: string): PendingSummary => {
    return { id: userId, userId, at, bucket: findBucket(userId), due: findDue(userId)(Date.parse(at)) };
  };
  const issue = async (userId: string, now: number): Promise<void> => {
    const data = { userId, week: findLastMonday(findZone(userId), now) };
    const sender = { actor: 'scout', commandId: randomUUID() };
    try {
      await handle(users, userStream(userId), { type: 'SummarizeWeek', data }, sender);
    } catch (error) {
      // The user was deleted since.
      if (!(error instanceof Rejected)) throw error;
    }
  };
  const issueOnce = async (userId: string, stopped: AbortSignal): Promise<void> => {
    const now = clock().getTime();
    const failure = await tryRepeatedly('issue a weekly summary', () => issue(userId, now), { log, stopped });
    if (failure !== null) log.error({ err: failure.error, user: userId }, 'Failed to issue a weekly summary; skipped');
    await change(userId, (stored) => stored && schedule(userId, new Date(now).toISOString()));
  };

  const issueAll = async (page: PendingSummary[], stopped: AbortSignal): Promise<void> => {
    const queue = new PQueue({ concurrency: maxConcurrentWrites });
    await queue.addAll(
      page.map(
        ({ userId }) =>
          () =>
            issueOnce(userId, stopped),
      ),
    );
  };

  return {
    /** To be called when a membership, or a member's ZIP or wish for summaries, has changed. */
    apply: async ({ type, data, metadata }: Recorded<MembershipChange>): Promise<void> => {
      const { userId } = data;
      const isWanted =
        type === 'FiltersUpdated' ? data.changes.weeklySummary : 'search' in data && data.search.weeklySummary;
      await change(userId, (stored) => {
        if (type === 'UserDeleted') return null;
        return isWanted === true ? (stored ?? schedule(userId, metadata.at)) : moveDue(stored, findDue(userId));
      });
    },

    /** Issues all that are due, until stopped. */
    issueDue: async (stopped: AbortSignal): Promise<void> => {
      try {
        const due = buildDueQuery(members.shard, clock().getTime());
        for await (const page of readPages<PendingSummary>(documents, space, due)) await issueAll(page, stopped);
      } catch (error) {
        if (!stopped.aborted) throw error;
      }
    },
  };
}
