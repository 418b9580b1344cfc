import type { DeadLetterEvent, MailKind } from '#domain/dead-letter/events.ts';
import { capitalize } from '#domain/shared/capitalize.contract.ts';
import { pluralize } from '#domain/shared/pluralize.ts';
import { findSystemSourceName } from '#domain/source/contract.ts';
import { splitAtMentions } from '#domain/workflow-log/mentions.ts';
import { message, type MessagePart } from '#domain/workflow-log/message-parts.ts';
import type { EventDeclaration, EventDeclarations, SealedMembers } from './event-declaration.ts';
import type { DomainEvent } from './events.ts';
import { listingEvents } from './listing-events.ts';
import { userEvents } from './user-events.ts';

const source = 'source-<sourceId>';
const subscription = 'subscription-<hash of its id>';
const letter = 'letter-<letterId>';
const receivers: SealedMembers = { field: 'members', erase: (userId) => ({ userId }) };
const mailSubjects: Record<MailKind, string> = {
  alerts: 'new listings',
  'weekly-summary': 'a weekly summary',
  'temporary-password': 'a temporary password',
  'higher-limit': 'a higher limit',
  'email-changed': 'a changed email address',
  'new-browser': 'a sign-in with a new browser',
  'source-failing': 'a failing source',
};

/**
 * Every event type of the log: its stream, one sentence, what of it is encrypted, and its line in the workflow log. An
 * event without `personal` and `members` has no personal data except the ids of users.
 */
export const eventCatalog = {
  ...userEvents,
  ...listingEvents,
  AnnouncementPublished: {
    stream: 'announcement',
    summary: 'An admin published an announcement.',
    line: (_event, by) => message`Announcement published${by}`,
  },
  VisitRecorded: {
    stream: 'visit-<visitId>',
    summary: 'The sign-in page was visited.',
    isLogged: false,
    // City and state stay: they are needed for counts and identify no person.
    personal: { subject: 'visit day', paths: [['ipAddress'], ['userAgent'], ['referrer']] },
    line: () => ['The sign-in page was visited'],
  },
  VisitsForgotten: {
    stream: 'forgotten-<visitId>',
    summary: 'Personal data of old visits were erased.',
    isLogged: false,
    line: ({ data }) => message`Personal data of ${pluralize(data.ids.length, 'visit')} dropped`,
  },
  FeedAdded: {
    stream: source,
    summary: 'An admin saved a feed; its description is encrypted, outside of the log.',
    line: ({ data }, by) => message`Feed ${data.sourceId} added${by}`,
  },
  FeedChanged: {
    stream: source,
    summary: 'An admin changed a saved feed.',
    line: ({ data }, by) => message`Feed ${data.sourceId} changed${by}`,
  },
  FeedRemoved: {
    stream: source,
    summary: 'An admin removed a saved feed; its listings stay.',
    line: ({ data }, by) => message`Feed ${data.sourceId} removed${by}`,
  },
  SourcePaused: {
    stream: source,
    summary: 'An admin paused a source.',
    line: ({ data }, by) => message`Source ${data.sourceId} paused${by}`,
  },
  SourceResumed: {
    stream: source,
    summary: 'An admin resumed a source.',
    line: ({ data }, by) => message`Source ${data.sourceId} resumed${by}`,
  },
  SourceFailing: {
    stream: source,
    summary: 'A source fails or is silent, and admins are notified.',
    line: ({ data }) => message`${formatSourceName(data.sourceId)}: ${data.problem}`,
  },
  SourceRecovered: {
    stream: source,
    summary: 'A failing source works again.',
    line: ({ data }) => message`${formatSourceName(data.sourceId)} works again`,
  },
  PaymentReported: {
    stream: subscription,
    summary: 'The payment provider reported a change of a subscription.',
    isLogged: false,
    line: ({ data: { change, userId } }) => {
      const payer = userId === null ? 'a payer who is not known yet' : { user: userId };
      return change === null ? message`A payment names ${payer}` : message`Subscription of ${payer}: ${change}`;
    },
  },
  MessageResent: {
    stream: letter,
    summary: 'An admin sent an undelivered message again.',
    members: receivers,
    line: ({ data }, by) => message`${capitalize(describeMessage(data))} to ${nameReceiver(data)} sent again${by}`,
  },
  MessageDiscarded: {
    stream: letter,
    summary: 'An admin discarded an undelivered message.',
    members: receivers,
    line: ({ data }, by) => message`Undelivered ${describeMessage(data)} to ${nameReceiver(data)} discarded${by}`,
  },
  InstallationCreated: {
    stream: 'installation',
    summary: 'The log began, as the log of one installation.',
    isLogged: false,
    line: ({ data }) => message`Installation ${data.installationId} created`,
  },
  LogSealed: {
    stream: 'seal',
    summary: 'The log up to an event was sealed with a signature.',
    isLogged: false,
    line: ({ data: { ordinal, position } }) =>
      message`Log sealed: ${ordinal.toLocaleString('en-US')} events, up to position ${position}`,
  },
  NoteTaken: {
    stream: 'note-<noteId>',
    summary: 'An admin wrote an entry into the workflow log.',
    // A note is shown as a person wrote it; the entry names the author.
    line: ({ data }) => splitAtMentions(data.details),
  },
  UsersImported: {
    stream: 'import-<importId>',
    summary: 'An import of users was finished.',
    line: ({ data: { added, updated, skipped } }, by) => {
      const counts = `${added} new, ${updated} updated, ${skipped} skipped`;
      return message`${pluralize(added + updated, 'user')} imported${by}: ${counts}`;
    },
  },
} satisfies EventDeclarations<DomainEvent>;

type MessageData = DeadLetterEvent['data'];

function describeMessage({ channel, about }: Pick<MessageData, 'channel' | 'about'>): string {
  return about === null ? channel : `${channel} about ${mailSubjects[about]}`;
}

function nameReceiver({ members: [receiver] }: Pick<MessageData, 'members'>): MessagePart {
  return receiver?.token === undefined ? 'a deleted user' : { member: receiver.token };
}

/** The LLM and the event log are monitored like sources, but are none. */
function formatSourceName(sourceId: string): string {
  return findSystemSourceName(sourceId) ?? `Source ${sourceId}`;
}

// Object.keys loses the key type.
export const eventTypes = Object.keys(eventCatalog) as DomainEvent['type'][];

/** The events that the workflow log shows. */
export const loggedEventTypes = eventTypes.filter((type) => {
  const { isLogged }: EventDeclaration = eventCatalog[type];
  return isLogged !== false;
});
