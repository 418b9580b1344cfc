import type { Position } from '#domain/shared/decider.ts';
import { isUserActor } from '#domain/workflow-log/actors.ts';
import type { WorkflowLogEntry } from '#domain/workflow-log/contract.ts';
import { toLogEntryData, type LoggedEvent, type LogEntryData } from '#domain/workflow-log/log-entry-data.ts';
import { findMentionedUsers } from '#domain/workflow-log/mentions.ts';
import { formatLogMessage, type LogNames } from '#domain/workflow-log/log-messages.ts';
import { type ListingDoc, listings } from './listings.ts';
import { toPositionId } from './position-id.ts';
import type { Projection } from './projection.ts';
import type { ViewReader } from './store/port.ts';
import { type UserDoc, users } from './users.ts';

/** One event, by ids: the e-mails and titles of a line are looked up when it is read. Its `id` sorts by position. */
export type WorkflowLogDoc = { id: string; at: string; actor: string; fact: LogEntryData };

export const workflowLog: Projection<LoggedEvent['type'], WorkflowLogDoc> = {
  view: 'workflow-log',
  version: 3,
  indexes: [],
  handles: [
    'UserRegistered',
    'FiltersUpdated',
    'EmailChanged',
    'PasswordChanged',
    'TemporaryPasswordIssued',
    'TemporaryPasswordUsed',
    'PasswordRevealed',
    'MembershipActivated',
    'MembershipDeactivated',
    'MemberSinceSet',
    'ListingsSaved',
    'HigherLimitRequested',
    'HigherLimitCleared',
    'HigherLimitGranted',
    'RoleChanged',
    'UserDeleted',
    'SignedIn',
    'SignedOut',
    'ListingFound',
    'ListingHeld',
    'ListingRepriced',
    'ListingReposted',
    'ListingWithdrawn',
    'ListingAccepted',
    'ListingRejected',
    'AlertsDelivered',
    'AnnouncementPublished',
    'SourcePaused',
    'SourceResumed',
    'SourceFailing',
    'SourceRecovered',
    'MailResent',
    'MailDiscarded',
    'PushResent',
    'PushDiscarded',
    'NoteTaken',
    'UsersImported',
  ],
  isOfSingleEvents: true,
  idsOf: ({ position }) => [toPositionId(position)],
  evolve: (_doc, event, id) => ({
    id,
    at: event.metadata.at,
    actor: event.metadata.actor,
    fact: toLogEntryData(event),
  }),
};

export type WorkflowLogEntryPage = { entries: WorkflowLogEntry[]; cursor?: string | undefined };

/** The views, and the users whom the tokens in alerts stand for. */
export type WorkflowLogSource = {
  views: ViewReader;
  findSubjects: (tokens: ReadonlySet<string>) => Promise<ReadonlyMap<string, string>>;
};

type EntryQuery = { limit?: number; cursor?: string | undefined; direction?: 'asc' | 'desc' };

/** Newest first by default. */
export async function listNewestEntries(
  source: WorkflowLogSource,
  { limit = 100, cursor, direction = 'desc' }: EntryQuery = {},
): Promise<WorkflowLogEntryPage> {
  const page = await source.views.list<WorkflowLogDoc>(workflowLog.view, {
    sort: [{ field: 'id', direction }],
    limit,
    cursor,
  });
  const entries = await loadEntries(source, page.docs);
  return { entries, cursor: page.cursor };
}

/** The entries of these ids, in their order; unknown ids are left out. */
export async function findEntries(source: WorkflowLogSource, ids: string[]): Promise<WorkflowLogEntry[]> {
  const docs = await source.views.getMany<WorkflowLogDoc>(workflowLog.view, ids);
  return loadEntries(
    source,
    docs.filter((doc) => doc !== null),
  );
}

/** The entry of the event at a position; null where there is none, or not yet. */
export async function findEntryAt(source: WorkflowLogSource, position: Position): Promise<WorkflowLogEntry | null> {
  const [entry] = await findEntries(source, [toPositionId(position)]);
  return entry ?? null;
}

export function countEntries(views: ViewReader): Promise<number> {
  return views.count(workflowLog.view);
}

/** `userId` is the actor's where a user acted, otherwise that of the affected user. */
export function toWorkflowLogEntry({ id, at, actor, fact }: WorkflowLogDoc, names: LogNames): WorkflowLogEntry {
  const subject = 'userId' in fact ? fact.userId : fact.type === 'AlertsDelivered' ? findReceiver(fact, names) : null;
  return {
    id,
    userId: isUserActor(actor) ? actor : (subject ?? actor),
    timestamp: at,
    ...formatLogMessage(fact, actor, names),
  };
}

function findReceiver({ token }: Extract<LogEntryData, { type: 'AlertsDelivered' }>, { member }: LogNames) {
  return token === null ? null : member(token);
}

async function loadEntries(source: WorkflowLogSource, docs: WorkflowLogDoc[]): Promise<WorkflowLogEntry[]> {
  const names = await loadNames(source, docs);
  return docs.map((doc) => toWorkflowLogEntry(doc, names));
}

async function loadNames({ views, findSubjects }: WorkflowLogSource, docs: WorkflowLogDoc[]): Promise<LogNames> {
  const tokens = docs.flatMap(({ fact }) => (fact.type === 'AlertsDelivered' ? (fact.token ?? []) : []));
  const members = await findSubjects(new Set(tokens));
  const userIds = docs.flatMap(({ actor, fact }) => [
    'userId' in fact ? fact.userId : null,
    isUserActor(actor) ? actor : null,
    fact.type === 'AlertsDelivered' ? (members.get(fact.token ?? '') ?? null) : null,
    ...(fact.type === 'NoteTaken' ? findMentionedUsers(`${fact.action} ${fact.details}`) : []),
  ]);
  const listingIds = docs.map(({ fact }) => ('listingId' in fact ? fact.listingId : null));
  const [people, offers] = await Promise.all([
    loadDocs<UserDoc>(views, users.view, userIds),
    loadDocs<ListingDoc>(views, listings.view, listingIds),
  ]);
  return {
    user: (id) => people.get(id)?.email ?? 'a deleted user',
    listing: (id) => {
      const offer = offers.get(id);
      return offer && 'title' in offer ? offer.title : 'a listing';
    },
    member: (token) => members.get(token) ?? null,
  };
}

async function loadDocs<D extends { id: string }>(
  views: ViewReader,
  view: string,
  ids: (string | null)[],
): Promise<Map<string, D>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  const docs = await views.getMany<D>(view, wanted);
  return new Map(docs.filter((doc) => doc !== null).map((doc) => [doc.id, doc]));
}
