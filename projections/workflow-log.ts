import { loggedEventTypes } from '#domain/event-catalog/catalog.ts';
import type { DomainEvent } from '#domain/event-catalog/events.ts';
import type { Position } from '#domain/shared/decider.ts';
import { isUserActor } from '#domain/workflow-log/actors.ts';
import type { NamedLink, LinkedSubject, WorkflowLogEntry } from '#domain/workflow-log/contract.ts';
import { writeLogMessage, type LogMessage } from '#domain/event-catalog/log-messages.ts';
import { type LogNames, type MessagePart, renderMessage } from '#domain/workflow-log/message-parts.ts';
import { type ListingDoc, listings } from './listings.ts';
import { toPositionId } from './store/position-id.ts';
import type { Projection } from './projection.ts';
import type { ViewReader } from './store/port.ts';
import { type UserDoc, users } from './users.ts';

/**
 * One event, by ids: the emails and titles of a line are looked up when it is read. Its `id` sorts by position;
 * `subject` is the affected user.
 */
export type WorkflowLogDoc = LogMessage & { id: string; at: string; actor: string; subject: MessagePart | null };

export const workflowLog: Projection<DomainEvent['type'], WorkflowLogDoc> = {
  view: 'workflow-log',
  version: 6,
  indexes: [],
  handles: loggedEventTypes,
  isOfSingleEvents: true,
  idsOf: ({ position }) => [toPositionId(position)],
  evolve: (_doc, event, id) => {
    const { at, actor } = event.metadata;
    const line = writeLogMessage(event, actor);
    return { id, at, actor, subject: findSubject(event, line), ...line };
  },
};

function findSubject({ data }: DomainEvent, { details }: LogMessage): MessagePart | null {
  if ('userId' in data && data.userId !== null) return { user: data.userId };
  return details.find((part) => typeof part === 'object' && 'member' in part) ?? null;
}

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

/** Names, and what is linked: neither a deleted user, nor a listing without a page. */
export type LogLookup = LogNames & { findLink: (part: MessagePart) => LinkedSubject | null };

/** `userId` is the actor's where a user acted, otherwise that of the affected user. */
export function toWorkflowLogEntry(doc: WorkflowLogDoc, names: LogLookup): WorkflowLogEntry {
  const { id, at, actor, subject, action, details } = doc;
  return {
    id,
    userId: isUserActor(actor) ? actor : ((subject && findUserId(subject, names.member)) ?? actor),
    timestamp: at,
    action: renderMessage(action, names),
    ...renderDetails(details, names),
  };
}

function renderDetails(parts: readonly MessagePart[], names: LogLookup): Pick<WorkflowLogEntry, 'details' | 'links'> {
  const links: NamedLink[] = [];
  let details = '';
  for (const part of parts) {
    const start = details.length;
    details += renderMessage([part], names);
    const link = names.findLink(part);
    if (link) links.push({ ...link, start, end: details.length });
  }
  return { details, links };
}

function findUserId(part: MessagePart, findMember: LogNames['member']): string | null {
  if (typeof part === 'string' || 'listing' in part) return null;
  return 'user' in part ? part.user : findMember(part.member);
}

async function loadEntries(source: WorkflowLogSource, docs: WorkflowLogDoc[]): Promise<WorkflowLogEntry[]> {
  const names = await loadNames(source, docs);
  return docs.map((doc) => toWorkflowLogEntry(doc, names));
}

async function loadNames({ views, findSubjects }: WorkflowLogSource, docs: WorkflowLogDoc[]): Promise<LogLookup> {
  const messageParts = docs.flatMap(({ action, details }) => [...action, ...details]);
  const idsOf = (find: (part: Exclude<MessagePart, string>) => string | null) =>
    messageParts.map((part) => (typeof part === 'string' ? null : find(part))).filter((id) => id !== null);
  const members = await findSubjects(new Set(idsOf((part) => ('member' in part ? part.member : null))));
  const member = (token: string) => members.get(token) ?? null;
  const userIds = idsOf((part) => findUserId(part, member));
  const listingIds = idsOf((part) => ('listing' in part ? part.listing : null));
  const [people, offers] = await Promise.all([
    loadDocs<UserDoc>(views, users.view, userIds),
    loadDocs<ListingDoc>(views, listings.view, listingIds),
  ]);
  const findTitle = (id: string) => {
    const offer = offers.get(id);
    return offer && 'title' in offer ? offer.title : null;
  };
  return {
    user: (id) => people.get(id)?.email ?? 'a deleted user',
    listing: (id) => findTitle(id) ?? 'a listing',
    member,
    findLink: (part) => {
      if (typeof part === 'string') return null;
      if ('listing' in part) return findTitle(part.listing) === null ? null : { kind: 'listing', id: part.listing };
      const id = findUserId(part, member);
      return id !== null && people.has(id) ? { kind: 'user', id } : null;
    },
  };
}

async function loadDocs<D extends { id: string }>(
  views: ViewReader,
  view: string,
  ids: string[],
): Promise<Map<string, D>> {
  const docs = await views.getMany<D>(view, [...new Set(ids)]);
  return new Map(docs.filter((doc) => doc !== null).map((doc) => [doc.id, doc]));
}
