import type { ChainNode } from '#domain/history/contract.ts';
import { formatActor } from '#domain/workflow-log/actors.ts';
import type { StoredEvent } from '#server/platform/event-store/port.ts';
import { describeEvent } from '#domain/history/describe-event.ts';
import type { NameLookup } from './present-events.ts';

/**
 * Causes and consequences as a small tree: each command, below it the events that it decided, below each event the
 * commands it caused. `deliveries` are the known deliveries below an event.
 */
export function buildCausationTree(
  events: readonly StoredEvent[],
  { names }: NameLookup,
  deliveries: ReadonlyMap<string, ChainNode[]>,
): ChainNode[] {
  const inOrder = events.toSorted((a, b) => a.position - b.position);
  const causes = new Map(inOrder.map((event) => [event.id, findCause(event, inOrder)]));
  const buildNodes = (cause: string | null): ChainNode[] => {
    const caused = inOrder.filter(({ id }) => causes.get(id) === cause);
    const commands = Map.groupBy(caused, ({ metadata }) => metadata.commandId);
    return [...commands.values()].map((decided) => createCommandNode(decided, names.user, decided.map(eventNode)));
  };
  const eventNode = (event: StoredEvent): ChainNode => ({
    kind: 'event',
    position: event.position,
    label: event.type,
    text: describeEvent(event, names),
    at: event.metadata.at,
    children: [...buildNodes(event.id), ...(deliveries.get(event.id) ?? [])],
  });
  return buildNodes(null);
}

/** The event among them that caused this one; null where it began here. */
function findCause({ stream, type, metadata, position }: StoredEvent, events: readonly StoredEvent[]): string | null {
  if (type === 'AlertsDelivered') {
    const matchEvent = events.findLast((other) => {
      return other.stream === stream && other.type === 'AlertsMatched' && other.position < position;
    });
    if (matchEvent) return matchEvent.id;
  }
  return events.find(({ id }) => id === metadata.causationId)?.id ?? null;
}

function createCommandNode(decided: StoredEvent[], nameOf: (id: string) => string, children: ChainNode[]): ChainNode {
  const [first] = decided;
  const { actor, commandId, requestId } = first?.metadata ?? { actor: 'system', commandId: '' };
  const through = requestId === undefined ? commandId : `request ${requestId}`;
  const text = `${formatActor(actor, nameOf)} · ${through}`;
  return { kind: 'command', position: null, label: 'Command', text, at: first?.metadata.at ?? null, children };
}
