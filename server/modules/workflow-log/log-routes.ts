import { noteStream } from '#domain/event-catalog/streams.ts';
import { workflowLogEndpoints } from '#domain/workflow-log/contract.ts';
import { workflow } from '#domain/workflow-log/decider.ts';
import { findEmailAddresses, insertMentions } from '#domain/workflow-log/mentions.ts';
import { countEntries, findEntryAt, listNewestEntries, type WorkflowLogSource } from '#projections/workflow-log.ts';
import { toPositionId } from '#projections/position-id.ts';
import { toPage, setPageHeaders } from '#server/platform/http/routing/paging.ts';
import { type Route, route } from '#server/platform/http/routing/route.ts';
import type { EmailRegistry } from '#server/modules/users/index.ts';
import type { Platform } from '#server/platform/modules/platform.ts';
import { searchEntries } from './log-search.ts';

export type WorkflowLogDeps = WorkflowLogSource &
  Pick<Platform, 'handle' | 'clock'> & {
    emails: Pick<EmailRegistry, 'findLastOwner'>;
  };

/** The workflow log, and the notes that admins add to it. */
export function workflowLogRoutes({ emails, handle, clock, ...source }: WorkflowLogDeps): Route[] {
  return [
    route(workflowLogEndpoints.listWorkflowLog, async (call) => {
      const { sort, q, ...page } = call.query;
      const query = { ...toPage(page), direction: sort === 'timestamp' ? 'asc' : 'desc' } as const;
      const { entries, ...next } = await (q === ''
        ? listEntries(source, query)
        : searchEntries(source, { q, ...query }));
      setPageHeaders(call, next);
      return entries;
    }),

    route(workflowLogEndpoints.addWorkflowLogEntry, async ({ body: { log }, user, sender }) => {
      const noteId = sender.commandId;
      const timestamp = clock().toISOString();
      const note = { type: 'TakeNote', data: { noteId, ...(await replaceAddresses(emails, log)) } } as const;
      const { position } = await handle(workflow, noteStream(noteId), note, { ...sender, isNew: true });
      return async () =>
        (await findEntryAt(source, position)) ?? { id: toPositionId(position), userId: user.id, timestamp, ...log };
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
