import type { Logger } from 'pino';
import type { Metadata } from '#domain/decider.ts';
import { alert } from '#domain/alert/decider.ts';
import type { Documents } from '#projections/store/port.ts';
import type { Clock } from '../clock.ts';
import type { Handle } from '../handle.ts';
import { alertStream } from './alert-streams.ts';
import type { Members } from './members.ts';
import { lastMorning } from './mornings.ts';

const space = 'digests';
const state = 'waiting';
const commandName = 'digest/';

/** Members of one alert who get it at their first 07:00 after `at` (ISO 8601). */
export type Waiting = { listingId: string; n: number; at: string; userIds: string[] };
type WaitingDoc = Waiting & { id: string; state: typeof state };

export type Digests = {
  /** Durable when it resolves; the same alert again replaces what waits of it. */
  add: (waiting: Waiting) => Promise<void>;
  /** Delivers all whose morning has come. */
  deliverDue: () => Promise<void>;
};

type Parts = {
  documents: Documents;
  handle: Handle;
  clock: Clock;
  log: Logger;
  members: Members;
  zoneOf: (zipCode: string | null) => string;
};

/** The alerts of members who chose a daily digest: matched in the log, listed here until they are delivered. */
export async function openDigests({ documents, handle, clock, log, members, zoneOf }: Parts): Promise<Digests> {
  const found = await documents.findBy<WaitingDoc>(space, 'state', state);
  const waiting = new Map(found.map((doc) => [doc.id, doc]));

  const keep = async (doc: WaitingDoc) => {
    if (doc.userIds.length > 0) {
      await documents.put(space, doc);
      waiting.set(doc.id, doc);
    } else {
      await documents.remove(space, doc.id);
      waiting.delete(doc.id);
    }
  };

  const deliver = async (doc: WaitingDoc, isDue: (userId: string, since: number) => boolean) => {
    const since = Date.parse(doc.at);
    const due = new Set(doc.userIds.filter((userId) => isDue(userId, since)));
    if (due.size === 0) return;
    const at = clock().toISOString();
    const userIds = [...due].filter((userId) => members.filtersOf(userId) !== null);
    const command = { type: 'Deliver' as const, data: { userIds, at, channel: 'dashboard' as const } };
    const sender = { actor: 'scout', commandId: `${commandName}${doc.id}/${at}` };
    await handle(alert, alertStream(doc.listingId, doc.n), command, sender);
    await keep({ ...doc, userIds: doc.userIds.filter((userId) => !due.has(userId)) });
  };

  return {
    add: (added) => keep({ ...added, id: `${added.listingId}-${added.n}`, state }),
    deliverDue: async () => {
      const isDue = dueAt(clock().getTime(), members, zoneOf);
      for (const doc of [...waiting.values()]) {
        await deliver(doc, isDue).catch((error: unknown) => {
          log.error({ err: error, alert: doc.id }, 'A daily alert could not be delivered; trying again later');
        });
      }
    },
  };
}

/** Whether an alert was delivered as part of a daily digest. */
export function isDigest({ metadata }: { metadata: Pick<Metadata, 'commandId'> }): boolean {
  return metadata.commandId.startsWith(commandName);
}

/** Who asked for alerts at once meanwhile waits no longer, and who is no member any more is not waited for. */
function dueAt(now: number, members: Members, zoneOf: Parts['zoneOf']) {
  const mornings = new Map<string, number>();
  return (userId: string, since: number): boolean => {
    const filters = members.filtersOf(userId);
    if (filters?.notificationPreference !== 'daily') return true;
    const zone = zoneOf(filters.zipCode);
    const morning = mornings.get(zone) ?? lastMorning(zone, now);
    mornings.set(zone, morning);
    return since < morning;
  };
}
