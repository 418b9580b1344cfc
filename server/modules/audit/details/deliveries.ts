import type { ChainNode } from '#domain/history/contract.ts';
import type { Documents } from '#projections/store/port.ts';
import {
  letterId,
  type Mail,
  outboxSpace,
  type PushJob,
  pushSpace,
  type PushSubscriptions,
} from '#server/modules/alerts/index.ts';
import type { EventStore, StoredEvent } from '#server/platform/event-store/port.ts';
import { sentenceOf } from '../search/sentence.ts';
import type { Showing } from './shown.ts';

/** Members whose mails and pushes are looked for, in all. */
const mostLooked = 50;

type Parts = {
  documents: Pick<Documents, 'get' | 'getMany' | 'findBy'>;
  subscriptions: Pick<PushSubscriptions, 'of'>;
  events: Pick<EventStore, 'read'>;
};

/**
 * By the id of an event, what is known of what it sent: mails and pushes that wait or were given up, and what an admin
 * did with these. What was accepted leaves its outbox without a trace, and that is said.
 */
export async function deliveriesOf(
  events: readonly StoredEvent[],
  parts: Parts,
  showing: Showing,
): Promise<Map<string, ChainNode[]>> {
  const found = new Map<string, ChainNode[]>();
  let left = mostLooked;
  for (const event of events) {
    const looked = receivers(event).slice(0, left);
    left -= looked.length;
    const nodes = await sentBy(event, looked, { ...parts, showing });
    if (nodes.length > 0) found.set(event.id, nodes);
  }
  return found;
}

function receivers({ type, data }: StoredEvent): string[] {
  // The log holds deliveries of this shape alone.
  return type === 'AlertsDelivered' ? (data as { userIds: string[] }).userIds : [];
}

type Looking = Parts & { showing: Showing };

async function sentBy(event: StoredEvent, looked: string[], looking: Looking): Promise<ChainNode[]> {
  const at = event.metadata.at;
  if (event.type === 'TemporaryPasswordIssued' || event.type === 'HigherLimitGranted') {
    const mails = await mailsNow(looking, [event.id]);
    return mails.length > 0 ? mails : [node('Mail', `No mail waits or was given up${accepted}`, at)];
  }
  if (event.type !== 'AlertsDelivered') return [];
  const all = receivers(event).length;
  const shown = node('Dashboard', `Shown to ${members(all)}`, at);
  if (looked.length === 0) return [shown];
  const mailIds = looked.map((userId) => `${event.id}/${userId}`);
  const pushIds = await pushesTo(looking, event.id, looked);
  const nodes = [shown, ...(await mailsNow(looking, mailIds)), ...(await pushesNow(looking, pushIds))];
  const others = nodes.length > 1 ? 'No other mail or push' : 'No mail or push';
  const whom = all > looked.length ? ` to the first ${looked.length}` : '';
  return [...nodes, node('Mail and push', `${others}${whom} waits or was given up${accepted}`, at)];
}

const accepted = ': what was accepted, or not asked for, leaves no trace here';

function mailsNow(looking: Looking, ids: string[]): Promise<ChainNode[]> {
  return lettersNow(looking, { channel: 'mail', space: outboxSpace, ids });
}

async function pushesTo({ subscriptions }: Parts, eventId: string, userIds: string[]): Promise<string[]> {
  const browsers = await Promise.all(userIds.map((userId) => subscriptions.of(userId)));
  return browsers.flat().map(({ id }) => `${eventId}/${id}`);
}

function pushesNow(looking: Looking, ids: string[]): Promise<ChainNode[]> {
  return lettersNow(looking, { channel: 'push', space: pushSpace, ids });
}

type Letters = { channel: 'mail' | 'push'; space: string; ids: string[] };
const labels = { mail: 'Mail', push: 'Push' };

/** Those that wait or were given up, and what became of others by an admin's hand. */
async function lettersNow(
  { documents, events, showing }: Looking,
  { channel, space, ids }: Letters,
): Promise<ChainNode[]> {
  const letters = await documents.getMany<Mail | PushJob>(space, ids);
  const nodes = await Promise.all(
    ids.map(async (id, nth) => {
      const letter = letters[nth] ?? null;
      const handled = await handledBy(events, letterId({ channel, doc: { id } }), showing);
      if (letter === null) return handled;
      const { state, error = null, userId, createdAt } = letter;
      const text = `${labels[channel]} to ${showing.names.user(userId)} ${fateOf(state, error)}`;
      return [node(labels[channel], text, new Date(createdAt).toISOString(), handled)];
    }),
  );
  return nodes.flat();
}

/** What admins did with a letter that had been given up. */
async function handledBy(events: Parts['events'], id: string, { names }: Showing): Promise<ChainNode[]> {
  const { events: past } = await events.read(`letter-${id}`);
  return past.map((event) => {
    const { position, type, metadata } = event;
    const text = sentenceOf(event, names);
    return { kind: 'event', position, label: type, text, at: metadata.at, children: [] };
  });
}

function fateOf(state: 'waiting' | 'dead', error: string | null): string {
  if (state === 'waiting') return 'waits to be sent';
  return `was given up${error === null ? '' : `: ${error}`}`;
}

function members(count: number): string {
  return `${count} ${count === 1 ? 'member' : 'members'}`;
}

function node(label: string, text: string, at: string, children: ChainNode[] = []): ChainNode {
  return { kind: 'delivery', position: null, label, text, at, children };
}
