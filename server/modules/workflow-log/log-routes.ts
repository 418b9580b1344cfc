import * as z from 'zod';
import { noteStream } from '#domain/event-catalog/streams.ts';
import { workflowLogBody, workflowLogPath } from '#domain/workflow-log/contract.ts';
import { workflow } from '#domain/workflow-log/decider.ts';
import { findEmailAddresses, insertMentions } from '#domain/workflow-log/mentions.ts';
import { countEntries, findEntryAt, listNewestEntries, type WorkflowLogSource } from '#projections/workflow-log.ts';
import { toPage, createPagingQuery, setPageHeaders } from '#server/platform/http/routing/paging.ts';
import { type Route, route } from '#server/platform/http/routing/route.ts';
import type { EmailRegistry } from '#server/modules/users/index.ts';
import type { CommandDeps } from '#server/platform/commands/command-handler.ts';
import { searchEntries } from './log-search.ts';

const logQuery = z.object({
  ...createPagingQuery(10_000),
  sort: z.enum(['timestamp', '-timestamp'], 'sort must be timestamp or -timestamp').optional(),
  q: z.string('q must be given once').max(254, 'q must be at most 254 characters').optional(),
});

export type WorkflowLogDeps = CommandDeps & WorkflowLogSource & { emails: Pick<EmailRegistry, 'findLastOwner'> };

/** The workflow log, and the notes that admins add to it. */
export function workflowLogRoutes({ emails, handle, waitForProjections, ...source }: WorkflowLogDeps): Route[] {
  return [
    route(
      { method: 'get', path: workflowLogPath, access: 'full-admin', status: 200, isShared: true },
      async ({ request, response }) => {
        const { sort, q = '', ...page } = logQuery.parse(request.query);
        const query = { ...toPage(page), direction: sort === 'timestamp' ? 'asc' : 'desc' } as const;
        const { entries, ...next } = await (q.trim() === ''
          ? listEntries(source, query)
          : searchEntries(source, { q, ...query }));
        setPageHeaders(request, response, next);
        return entries;
      },
    ),

    route(
      { method: 'post', path: workflowLogPath, access: 'admin', status: 200, body: workflowLogBody },
      async ({ body: { log }, user, sender }) => {
        const noteId = sender.commandId;
        const note = { type: 'TakeNote', data: { noteId, ...(await replaceAddresses(emails, log)) } } as const;
        const { position } = await handle(workflow, noteStream(noteId), note, sender);
        await waitForProjections(position);
        return (await findEntryAt(source, position)) ?? { ...log, userId: user.id };
      },
    ),
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
