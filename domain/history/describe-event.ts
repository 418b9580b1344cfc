import type { DomainEvent } from '#domain/event-catalog/events.ts';
import { splitTypeName, writeLogMessage } from '#domain/event-catalog/log-messages.ts';
import type { AnyEvent } from '#domain/shared/decider.ts';
import { type LogNames, renderMessage } from '#domain/workflow-log/message-parts.ts';

/** An event as a sentence for people; one of an unknown type or shape shows its type. */
export function describeEvent({ type, data, metadata, damage }: AnyEvent, names: LogNames): string {
  if (damage?.part === 'data') return `${splitTypeName(type)} (this event cannot be read)`;
  try {
    // The log holds events of the domain; any other one fails, and shows its type.
    const { action, details } = writeLogMessage({ type, data } as DomainEvent, metadata.actor);
    return renderMessage(type === 'NoteTaken' ? [...action, ': ', ...details] : details, names);
  } catch {
    return splitTypeName(type);
  }
}
