import { linkedChannels } from '#domain/alert/channels.contract.ts';
import { deadLetterStream } from '#domain/event-catalog/streams.ts';
import type { AlertedMember, DeliveredAlert } from '#domain/alert/events.ts';
import { capitalize } from '#domain/shared/capitalize.contract.ts';
import type { ChainNode } from '#domain/history/contract.ts';
import type { Documents } from '#projections/store/port.ts';
import {
  accountMailTypes,
  buildLinkedItemId,
  buildMailId,
  buildPushId,
  type PushSubscriptions,
  toDeadLetterId,
} from '#server/modules/alerts/index.ts';
import { hasDamagedData } from '#server/platform/event-store/damage.ts';
import type { EventStore, StoredEvent } from '#server/platform/event-store/port.ts';
import { type OutboxItem, outboxSpace } from '#server/platform/outbox/item.ts';
import { describeEvent } from '#domain/history/describe-event.ts';
import type { NameLookup } from './present-events.ts';

/** The most members whose messages are looked up, in all. */
const maxReceivers = 50;

type DeliveriesDeps = {
  documents: Pick<Documents, 'getMany'>;
  subscriptions: Pick<PushSubscriptions, 'listByUsers'>;
  events: Pick<EventStore, 'read'>;
};

/**
 * By the id of an event, the known deliveries of its messages: those of all channels that wait or were given up, and what an
 * admin did with these. An accepted message leaves its outbox without a trace, and the answer says so.
 */
export async function readDeliveries(
  events: readonly StoredEvent[],
  deps: DeliveriesDeps,
  findNames: NameLookup,
): Promise<Map<string, ChainNode[]>> {
  const nodesByEvent = new Map<string, ChainNode[]>();
  let left = maxReceivers;
  for (const event of events) {
    const members = listReceivers(event).slice(0, left);
    left -= members.length;
    const nodes = await buildDeliveryNodes(event, members, { ...deps, findNames });
    if (nodes.length > 0) nodesByEvent.set(event.id, nodes);
  }
  return nodesByEvent;
}

function listReceivers(event: StoredEvent): AlertedMember[] {
  const { type, data } = event;
  // The log holds only deliveries of this shape.
  return type === 'AlertsDelivered' && !hasDamagedData(event) ? (data as DeliveredAlert).members : [];
}

type DeliveryLookup = DeliveriesDeps & { findNames: NameLookup };

async function buildDeliveryNodes(
  event: StoredEvent,
  members: AlertedMember[],
  lookup: DeliveryLookup,
): Promise<ChainNode[]> {
  const at = event.metadata.at;
  if (accountMailTypes.some((type) => type === event.type)) {
    const mails = await findOutboxItems(lookup, [event.id]);
    return mails.length > 0 ? mails : [createNode('Mail', 'No pending or failed email', at)];
  }
  if (event.type !== 'AlertsDelivered') return [];
  const all = listReceivers(event).length;
  const dashboardNode = createNode('Dashboard', `Shown to ${formatMembers(all)}`, at);
  if (members.length === 0) return [dashboardNode];
  const itemIds = members.flatMap((member) => [
    buildMailId(event.id, member),
    ...linkedChannels.map((channel) => buildLinkedItemId(channel, event.id, member)),
  ]);
  const pushIds = await findPushIds(
    lookup,
    event.id,
    members.map(({ userId }) => userId),
  );
  const nodes = [dashboardNode, ...(await findOutboxItems(lookup, [...itemIds, ...pushIds]))];
  const others = nodes.length > 1 ? 'No other' : 'No';
  const whom = all > members.length ? ` to the first ${members.length}` : '';
  return [...nodes, createNode('Messages', `${others} pending or failed message${whom}`, at)];
}

async function findPushIds({ subscriptions }: DeliveriesDeps, eventId: string, userIds: string[]): Promise<string[]> {
  return (await subscriptions.listByUsers(userIds)).map(({ id }) => buildPushId(eventId, id));
}

/** Messages that wait or were given up, and those that an admin resent or removed. */
async function findOutboxItems({ documents, events, findNames }: DeliveryLookup, ids: string[]): Promise<ChainNode[]> {
  const items = await documents.getMany<OutboxItem>(outboxSpace, ids);
  const nodes = await Promise.all(
    ids.map(async (id, nth) => {
      const item = items[nth] ?? null;
      const handled = await findAdminActions(events, toDeadLetterId(id), findNames);
      if (item === null) return handled;
      const label = capitalize(item.channel);
      const text = `${label} to ${findNames.names.user(item.userId)} ${describeState(item)}`;
      return [createNode(label, text, item.createdAt, handled)];
    }),
  );
  return nodes.flat();
}

/** What admins did with a dead letter. */
async function findAdminActions(
  events: DeliveriesDeps['events'],
  id: string,
  { names }: NameLookup,
): Promise<ChainNode[]> {
  const { events: past } = await events.read(deadLetterStream(id));
  return past.map((event) => {
    const { position, type, metadata } = event;
    const text = describeEvent(event, names);
    return { kind: 'event', position, label: type, text, at: metadata.at, children: [] };
  });
}

function describeState({ state, error }: OutboxItem): string {
  if (state !== 'dead') return 'is queued';
  return `failed${error === null ? '' : `: ${error}`}`;
}

function formatMembers(count: number): string {
  return `${count} ${count === 1 ? 'member' : 'members'}`;
}

function createNode(label: string, text: string, at: string, children: ChainNode[] = []): ChainNode {
  return { kind: 'delivery', position: null, label, text, at, children };
}
