import { capitalize } from '#domain/shared/capitalize.contract.ts';
import { formatActor, isUserActor } from '#domain/workflow-log/actors.ts';
import { splitAtMentions } from '#domain/workflow-log/mentions.ts';
import type { MessagePart } from '#domain/workflow-log/message-parts.ts';
import { eventCatalog, eventTypes, loggedEventTypes } from './catalog.ts';
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
  const name = nameAction(event.type);
  return ['channel' in event.data ? name.replace('Message', capitalize(event.data.channel)) : name];
}

const typeNames = new Map<string, string>(eventTypes.map((type) => [type, splitTypeName(type)]));

function nameAction(type: DomainEvent['type']): string {
  return type === 'AlertsDelivered' ? 'Alert sent' : (typeNames.get(type) ?? type);
}

const typesByAction = new Map(loggedEventTypes.map((type) => [nameAction(type).toLowerCase(), type]));

/** The actions of the log; a note has one of its own. */
export const logActions: string[] = loggedEventTypes.map(nameAction).toSorted();

/** How the lines of an action are found, whatever its case: by their types, and by words of their events. */
export function findAction(action: string): { types: DomainEvent['type'][]; words: string } {
  const named = typesByAction.get(action.toLowerCase());
  if (named) return { types: [named], words: '' };
  const [channel = '', ...rest] = action.split(' ');
  const ofMessage = typesByAction.get(['message', ...rest].join(' ').toLowerCase());
  return ofMessage ? { types: [ofMessage], words: channel } : { types: ['NoteTaken'], words: action };
}

/** `SourcePaused` as 'Source paused'. */
export function splitTypeName(type: string): string {
  return type.replaceAll(/(?<=[a-z\d])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
