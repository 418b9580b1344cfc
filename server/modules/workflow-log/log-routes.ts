import { logActions } from '#domain/event-catalog/log-messages.ts';
import { noteStream } from '#domain/event-catalog/streams.ts';
import { workflowLogEndpoints } from '#domain/workflow-log/contract.ts';
import { workflow } from '#domain/workflow-log/decider.ts';
import { findEmailAddresses, insertMentions } from '#domain/workflow-log/mentions.ts';
import { countEntries, findEntryAt, listNewestEntries, type WorkflowLogSource } from '#projections/workflow-log.ts';
import { toPositionId } from '#projections/store/position-id.ts';
import { toPage, setPageHeaders } from '#server/platform/http/routing/paging.ts';
import { type Route, route } from '#server/platform/http/routing/route.ts';
import type { EmailRegistry } from '#server/modules/users/index.ts';
import type { Platform } from '#server/platform/modules/platform.ts';
import { type LogSearchDeps, searchEntries } from './log-search.ts';

export type WorkflowLogDeps = LogSearchDeps &
  Pick<Platform, 'handle' | 'clock'> & {
    emails: Pick<EmailRegistry, 'findLastOwner'>;
  };

/** The workflow log, and the notes that admins add to it. */
export function workflowLogRoutes(deps: WorkflowLogDeps): Route[] {
  const { emails, handle, clock, ...source } = deps;
  return [
    route(workflowLogEndpoints.listWorkflowLog, async (call) => {
      const { sort, limit, cursor, ...filters } = call.query;
      const { limit: pageSize = 100, ...page } = toPage({ limit, cursor });
      const direction = sort === 'timestamp' ? 'asc' : 'desc';
      const isFiltered = Object.values(filters).some(Boolean);
      const { entries, ...next } = await (isFiltered
        ? searchEntries(deps, filters, { ...page, limit: pageSize, sort: [{ field: 'id', direction }] })
        : listEntries(source, { ...page, limit: pageSize, direction }));
      setPageHeaders(call, next);
      return entries;
    }),

    route(workflowLogEndpoints.listWorkflowLogActions, () => logActions),

    route(workflowLogEndpoints.addWorkflowLogEntry, async ({ body: { log }, user, sender }) => {
      const noteId = sender.commandId;
      const timestamp = clock().toISOString();
      const note = { type: 'TakeNote', data: { noteId, ...(await replaceAddresses(emails, log)) } } as const;
      const { position } = await handle(workflow, noteStream(noteId), note, { ...sender, isNew: true });
      return async () =>
        (await findEntryAt(source, position)) ?? {
          id: toPositionId(position),
          userId: user.id,
          timestamp,
          ...log,
          links: [],
        };
    }),
  ];
}

type LogNote = { action: string; details: string };

/** Replaces addresses of users by mentions that are resolved on reading, so that nothing remains of a deleted user. */
async function replaceAddresses(emails: WorkflowLogDeps['emails'], { action, details }: LogNote): Promise<LogNote> {
  const userIds = new Map<string, string>();
  for (const address of findEmailAddresses(`${action} ${details}`)) {
    const userId = await emails.findLastOwner(address);
    if (userId !== null) userIds.set(address, userId);
  }
  return { action: insertMentions(action, userIds), details: insertMentions(details, userIds) };
}

async function listEntries(source: WorkflowLogSource, query: Parameters<typeof listNewestEntries>[1]) {
  const [page, total] = await Promise.all([listNewestEntries(source, query), countEntries(source.views)]);
  return { ...page, total };
}
