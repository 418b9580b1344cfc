import type { DomainEvent } from '#domain/event-catalog/events.ts';
import { factOf, type LoggedEvent } from '#domain/workflow-log/facts.ts';
import { lineOf, type Names } from '#domain/workflow-log/sentences.ts';
import { workflowLog } from '#projections/workflow-log.ts';
import type { StoredEvent } from '#server/platform/event-store/port.ts';

type Other = Exclude<DomainEvent, LoggedEvent>;
type Sentences = { [Type in Other['type']]?: (data: Extract<Other, { type: Type }>['data'], names: Names) => string };

const logged = new Set<string>(workflowLog.handles);

/** Events that the workflow log leaves out. */
const others: Sentences = {
  EmailClaimed: ({ userId }, { user }) => `An email address now belongs to ${user(userId)}`,
  EmailReleased: ({ userId }, { user }) => `An email address no longer belongs to ${user(userId)}`,
  AlertsMatched: ({ kind, listing, members }) => {
    const news = kind === 'new' ? 'New listing' : 'Price drop';
    return `${news} matched ${members.length} ${members.length === 1 ? 'member' : 'members'}: ${listing.title}`;
  },
  VisitRecorded: () => 'The sign-in page was visited',
  VisitsForgotten: ({ ids }) => `Personal data of ${ids.length} ${ids.length === 1 ? 'visit' : 'visits'} dropped`,
  LogSealed: ({ ordinal, position }) =>
    `Log sealed: ${ordinal.toLocaleString('en-US')} events, up to position ${position}`,
};

/** An event as a sentence for people; what nobody has words for says its type. */
export function sentenceOf(event: StoredEvent, names: Names): string {
  try {
    return worded(event, names) ?? wordsOf(event.type);
  } catch {
    return wordsOf(event.type); // of a shape that nobody knows any more
  }
}

function worded({ type, data, metadata }: StoredEvent, names: Names): string | null {
  // The log holds events of the domain; another one fails, and says its type.
  const event = { type, data } as DomainEvent;
  if (logged.has(type)) {
    const { action, details } = lineOf(factOf(event as LoggedEvent), metadata.actor, names);
    return type === 'NoteTaken' ? `${action}: ${details}` : details;
  }
  const write = others[event.type as Other['type']] as ((data: unknown, names: Names) => string) | undefined;
  return write?.(data, names) ?? null;
}

/** `SourcePaused` as 'Source paused'. */
function wordsOf(type: string): string {
  const words = type.replace(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
