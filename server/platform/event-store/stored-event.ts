import type { Metadata } from '#domain/shared/decider.ts';
import type { EventPlace, StoredEvent } from './port.ts';

type EventHead = Omit<StoredEvent, 'data' | 'metadata' | 'damage'>;
/** Parsed values; a text where it is no JSON. */
type StoredParts = { data: unknown; metadata: unknown };

const unknownTime = new Date(0);

/** An event from what a store has of it. One that this program cannot have written carries its damage. */
export function toStoredEvent(
  head: EventHead,
  { data, metadata }: StoredParts,
  writtenAt: Date = unknownTime,
): StoredEvent {
  const isReadable = isObject(data);
  if (isMetadata(metadata)) {
    if (isReadable) return { ...head, data, metadata };
    return { ...head, data, metadata, damage: describeDamage(head, 'data are not a JSON object') };
  }
  const { id } = head;
  const substitute = { actor: 'unknown', commandId: id, correlationId: id, at: writtenAt.toISOString() };
  const damage = describeDamage(head, isReadable ? 'metadata are incomplete' : 'data and metadata are no JSON objects');
  return { ...head, data, metadata: substitute, damage: { ...damage, metadata: metadata ?? null } };
}

/** The value of a JSON text; the text itself where it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

export function describeEventPlace({ position, type, stream }: EventPlace): string {
  return `event ${position} (${type}) in the stream ${stream}`;
}

function describeDamage(place: EventPlace, what: string) {
  const problem = `The ${what} in ${describeEventPlace(place)}: it was altered, or another program wrote it. Restore the log from a backup, then replay the event under dead letters.`;
  return { part: 'data' as const, problem, cause: String(place.position) };
}

function isMetadata(value: unknown): value is Metadata {
  if (!isObject(value)) return false;
  const { actor, commandId, correlationId, at } = value;
  const isNamed = typeof actor === 'string' && typeof commandId === 'string' && typeof correlationId === 'string';
  return isNamed && typeof at === 'string' && !Number.isNaN(Date.parse(at));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
