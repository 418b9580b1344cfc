import type { ChainNode } from '#domain/history/contract.ts';
import { actorName } from '#domain/workflow-log/actors.ts';
import type { Documents } from '#projections/store/port.ts';
import type { StoredEvent } from '../event-store/port.ts';
import { type Mail, outboxSpace } from '../mail/mail.ts';
import { sentenceOf } from './sentence.ts';
import type { Showing } from './shown.ts';

/** Mails that are looked for below one event. */
const mostMails = 50;

/**
 * What led to what, as a small tree: each command, below it the events that it decided, below each what it led to.
 * `deliveries` are the nodes of mails below an event.
 */
export function treeOf(
  events: readonly StoredEvent[],
  { names }: Showing,
  deliveries: ReadonlyMap<string, ChainNode[]>,
): ChainNode[] {
  const inOrder = events.toSorted((a, b) => a.position - b.position);
  const causes = new Map(inOrder.map((event) => [event.id, causeOf(event, inOrder)]));
  const below = (cause: string | null): ChainNode[] => {
    const led = inOrder.filter(({ id }) => causes.get(id) === cause);
    const commands = Map.groupBy(led, ({ metadata }) => metadata.commandId);
    return [...commands.values()].map((decided) => commandNode(decided, names.user, decided.map(eventNode)));
  };
  const eventNode = (event: StoredEvent): ChainNode => ({
    kind: 'event',
    position: event.position,
    label: event.type,
    text: sentenceOf(event, names),
    at: event.metadata.at,
    children: [...below(event.id), ...(deliveries.get(event.id) ?? [])],
  });
  return below(null);
}

/** The event among them that led to one; null where it began here. */
function causeOf({ stream, type, metadata, position }: StoredEvent, events: readonly StoredEvent[]): string | null {
  if (type === 'AlertsDelivered') {
    const matched = events.findLast((other) => {
      return other.stream === stream && other.type === 'AlertsMatched' && other.position < position;
    });
    if (matched) return matched.id;
  }
  return events.find(({ id }) => id === metadata.causationId)?.id ?? null;
}

function commandNode(decided: StoredEvent[], nameOf: (id: string) => string, children: ChainNode[]): ChainNode {
  const [first] = decided;
  const { actor, commandId, requestId } = first?.metadata ?? { actor: 'system', commandId: '' };
  const through = requestId === undefined ? commandId : `request ${requestId}`;
  const text = `${actorName(actor, nameOf)} · ${through}`;
  return { kind: 'command', position: null, label: 'Command', text, at: first?.metadata.at ?? null, children };
}

/** What is known of the mails that events led to: one that was accepted has left the outbox. */
export async function deliveriesOf(
  events: readonly StoredEvent[],
  documents: Pick<Documents, 'get'>,
  { names }: Showing,
): Promise<Map<string, ChainNode[]>> {
  const found = new Map<string, ChainNode[]>();
  for (const event of events) {
    const nodes: ChainNode[] = [];
    for (const id of mailsOf(event)) {
      const mail = await documents.get<Mail>(outboxSpace, id);
      if (mail) nodes.push(mailNode(mail, names.user));
    }
    const shown = dashboardNode(event);
    if (shown) nodes.unshift(shown);
    if (nodes.length > 0) found.set(event.id, nodes);
  }
  return found;
}

function receivers({ type, data }: StoredEvent): string[] {
  // The log holds deliveries of this shape alone.
  return type === 'AlertsDelivered' ? (data as { userIds: string[] }).userIds : [];
}

function mailsOf(event: StoredEvent): string[] {
  if (event.type === 'TemporaryPasswordIssued' || event.type === 'HigherLimitGranted') return [event.id];
  return receivers(event)
    .slice(0, mostMails)
    .map((userId) => `${event.id}/${userId}`);
}

function mailNode({ state, userId, error, createdAt }: Mail, nameOf: (id: string) => string): ChainNode {
  const outcome = state === 'dead' ? `was given up${error === null ? '' : `: ${error}`}` : 'waits to be sent';
  const text = `Mail to ${nameOf(userId)} ${outcome}`;
  return { kind: 'delivery', position: null, label: 'Mail', text, at: createdAt, children: [] };
}

function dashboardNode(event: StoredEvent): ChainNode | null {
  const { length } = receivers(event);
  if (length === 0) return null;
  const text = `Shown to ${length} ${length === 1 ? 'member' : 'members'}, with what mail and push they asked for`;
  return { kind: 'delivery', position: null, label: 'Dashboard', text, at: event.metadata.at, children: [] };
}
