import type { DomainEvent } from '#domain/event-catalog/events.ts';
import { toLogEntryData, type LoggedEvent } from '#domain/workflow-log/log-entry-data.ts';
import { formatLogMessage, type LogNames } from '#domain/workflow-log/log-messages.ts';
import type { AnyEvent } from '#domain/shared/decider.ts';

type UnloggedEvent = Exclude<DomainEvent, LoggedEvent>;
type SentenceTable = {
  [Type in UnloggedEvent['type']]?: (data: Extract<UnloggedEvent, { type: Type }>['data'], names: LogNames) => string;
};

/** Events that the workflow log leaves out. */
const unloggedSentences: SentenceTable = {
  EmailClaimed: ({ userId }, { user }) => `An email address now belongs to ${user(userId)}`,
  EmailReleased: ({ userId }, { user }) => `An email address no longer belongs to ${user(userId)}`,
  AlertsMatched: ({ kind, listing, members }) => {
    const news = kind === 'new' ? 'New listing' : 'Price drop';
    return `${news} matched ${members.length} ${members.length === 1 ? 'member' : 'members'}: ${listing.title}`;
  },
  PaymentReported: ({ change, userId }, { user }) => {
    const payer = userId === null ? 'a payer who is not known yet' : user(userId);
    return change === null ? `A payment names ${payer}` : `Subscription of ${payer}: ${change}`;
  },
  VisitRecorded: () => 'The sign-in page was visited',
  VisitsForgotten: ({ ids }) => `Personal data of ${ids.length} ${ids.length === 1 ? 'visit' : 'visits'} dropped`,
  InstallationCreated: ({ installationId }) => `Installation ${installationId} created`,
  LogSealed: ({ ordinal, position }) =>
    `Log sealed: ${ordinal.toLocaleString('en-US')} events, up to position ${position}`,
};

/** An event as a sentence for people; an event without a sentence shows its type. */
export function describeEvent(event: AnyEvent, names: LogNames): string {
  try {
    return writeSentence(event, names);
  } catch {
    // Of a type without a sentence, or of a shape that is no longer known.
    return splitTypeName(event.type);
  }
}

function writeSentence({ type, data, metadata }: AnyEvent, names: LogNames): string {
  // The log holds events of the domain; any other one fails, and shows its type.
  const event = { type, data } as DomainEvent;
  const write = unloggedSentences[event.type as UnloggedEvent['type']] as
    | ((data: unknown, names: LogNames) => string)
    | undefined;
  if (write) return write(data, names);
  const { action, details } = formatLogMessage(toLogEntryData(event as LoggedEvent), metadata.actor, names);
  return type === 'NoteTaken' ? `${action}: ${details}` : details;
}

/** `SourcePaused` as 'Source paused'. */
function splitTypeName(type: string): string {
  const words = type.replace(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
