import { type Position, toPosition } from '#domain/shared/decider.ts';
import { readLogPages, readLogPagesBackwards } from '#server/platform/event-store/log-pages.ts';
import { type EventStore, PositionNotInLog, type StoredEvent } from '#server/platform/event-store/port.ts';
import { foldDecidedState } from './deciders.ts';

/** An event and those that it caused. */
export type Consequence = { event: StoredEvent; ledTo: Consequence[] };

/** What the command behind an event saw, decided and caused. */
export type EventExplanation = {
  event: StoredEvent;
  /** The causes of the command, the nearest first. */
  because: StoredEvent[];
  /**
   * The stream before the command: `revision` is -1 where it had no event; `state` is null where its decider is
   * unknown.
   */
  saw: { stream: string; revision: number; state: { state: unknown } | null };
  decided: StoredEvent[];
  caused: Consequence[];
  /** Other events of the same outside request or item. */
  related: StoredEvent[];
};

type EventReader = Pick<EventStore, 'read' | 'readAll' | 'readAllBackwards'>;

/** Reads the log from the command on, and back to its causes. Null where there is no event at the position. */
export async function explainEvent(events: EventReader, position: number): Promise<EventExplanation | null> {
  const event = await findEventAt(events, toPosition(position));
  if (event === null) return null;
  const { events: past } = await events.read(event.stream);
  const decided = past.filter(({ metadata }) => metadata.commandId === event.metadata.commandId);
  const [first = event] = decided;
  const before = past.filter(({ revision }) => revision < first.revision);
  const decidedIds = new Set(decided.map(({ id }) => id));
  const { caused, related } = await findConsequences(events, first, decidedIds);
  const because = await findCauses(events, first);
  const earlier = new Set(because.map(({ id }) => id));
  return {
    event,
    because,
    saw: {
      stream: event.stream,
      revision: first.revision - 1,
      state: foldDecidedState(event.stream, before),
    },
    decided,
    caused,
    related: related.filter(({ id }) => !earlier.has(id)),
  };
}

async function findEventAt(events: EventReader, position: Position): Promise<StoredEvent | null> {
  if (position < 1) return null;
  const [nextEvent] = await events.readAll(toPosition(position - 1), 1).catch((error: unknown) => {
    // A store whose positions are not consecutive can only be scanned.
    if (error instanceof PositionNotInLog) return [];
    throw error;
  });
  if (nextEvent) return nextEvent.position === position ? nextEvent : null;
  for await (const page of readLogPages(events)) {
    const candidate = page.find((event) => event.position >= position);
    if (candidate) return candidate.position === position ? candidate : null;
  }
  return null;
}

/** The consequences: by causation as a tree, and the rest by correlation. */
async function findConsequences(events: EventReader, first: StoredEvent, decidedIds: ReadonlySet<string>) {
  const { correlationId } = first.metadata;
  const leaves = new Map<string, Consequence>();
  const caused: Consequence[] = [];
  const related: StoredEvent[] = [];
  for await (const event of readForwards(events, first.position)) {
    const { causationId = '', correlationId: other } = event.metadata;
    const parent = leaves.get(causationId);
    if (decidedIds.has(event.id)) continue;
    if (parent || decidedIds.has(causationId)) {
      const consequence: Consequence = { event, ledTo: [] };
      (parent?.ledTo ?? caused).push(consequence);
      leaves.set(event.id, consequence);
    } else if (other === correlationId) related.push(event);
  }
  return { caused, related };
}

/** Back along the causes, as far as they are known. */
async function findCauses(events: EventReader, { position, metadata }: StoredEvent): Promise<StoredEvent[]> {
  const chain: StoredEvent[] = [];
  let causeId = metadata.causationId;
  if (causeId === undefined) return chain;
  for await (const page of readLogPagesBackwards(events, position)) {
    for (const event of page) {
      if (event.id !== causeId) continue;
      chain.push(event);
      causeId = event.metadata.causationId;
    }
    if (causeId === undefined) break;
  }
  return chain;
}

async function* readForwards(events: EventReader, after: Position): AsyncGenerator<StoredEvent> {
  for await (const page of readLogPages(events, after)) yield* page;
}
