import { capitalize } from '#domain/shared/capitalize.contract.ts';
import { formatActor, isUserActor } from '#domain/workflow-log/actors.ts';
import { splitAtMentions } from '#domain/workflow-log/mentions.ts';
import type { MessagePart } from '#domain/workflow-log/message-parts.ts';
import { eventCatalog, eventTypes } from './catalog.ts';
import type { DomainEvent } from './events.ts';

/** One line of the log, with ids in the place of names: a short label, and the whole sentence. */
export type LogMessage = { action: MessagePart[]; details: MessagePart[] };

/** The line for an event, done by `actor`. It contains no personal data: neither address nor ZIP. */
export function writeLogMessage(event: DomainEvent, actor: string): LogMessage {
  const isOwn = 'userId' in event.data && event.data.userId === actor;
  const name = isUserActor(actor) ? { user: actor } : formatActor(actor, String);
  // TypeScript cannot infer that an event goes to the line of its own type.
  const { line } = eventCatalog[event.type] as { line: (event: DomainEvent, by: MessagePart[]) => MessagePart[] };
  return { action: writeAction(event), details: line(event, isOwn ? [] : [' by ', name]) };
}

function writeAction(event: DomainEvent): MessagePart[] {
  if (event.type === 'NoteTaken') return splitAtMentions(event.data.action);
  if (event.type === 'AlertsDelivered') return ['Alert sent'];
  const name = typeNames.get(event.type) ?? event.type;
  return ['channel' in event.data ? name.replace('Message', capitalize(event.data.channel)) : name];
}

const typeNames = new Map<string, string>(eventTypes.map((type) => [type, splitTypeName(type)]));

/** `SourcePaused` as 'Source paused'. */
export function splitTypeName(type: string): string {
  return type.replaceAll(/(?<=[a-z\d])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
