import * as z from 'zod';
import { workflowLogBody, workflowLogPath } from '#domain/workflow-log/contract.ts';
import { workflow } from '#domain/workflow-log/decider.ts';
import { addressesIn, withMentions } from '#domain/workflow-log/mentions.ts';
import { countEntries, entryAt, newestEntries } from '#projections/workflow-log.ts';
import type { ViewReader } from '#projections/store/port.ts';
import { pageOf, pagingUpTo, setPage } from '#server/platform/http/routing/paging.ts';
import { type Route, route } from '#server/platform/http/routing/route.ts';
import type { CommandDeps, Emails } from '#server/modules/users/index.ts';
import { searchEntries } from './log-search.ts';

const logQuery = z.object({
  ...pagingUpTo(10_000),
  sort: z.enum(['timestamp', '-timestamp'], 'sort must be timestamp or -timestamp').optional(),
  q: z.string('q must be given once').max(254, 'q must be at most 254 characters').optional(),
});

export type WorkflowLogDeps = CommandDeps & { views: ViewReader; emails: Pick<Emails, 'lastHolderOf'> };

/** The workflow log, and the notes that admins add to it. */
export function logRoutes({ views, emails, handle, caughtUp }: WorkflowLogDeps): Route[] {
  return [
    route(
      { method: 'get', path: workflowLogPath, access: 'full-admin', status: 200, isShared: true },
      async ({ request, response }) => {
        const { sort, q = '', ...page } = logQuery.parse(request.query);
        const query = { ...pageOf(page), direction: sort === 'timestamp' ? 'asc' : 'desc' } as const;
        const { entries, ...next } = await (q.trim() === ''
          ? allEntries(views, query)
          : searchEntries(views, { q, ...query }));
        setPage(request, response, next);
        return entries;
      },
    ),

    route(
      { method: 'post', path: workflowLogPath, access: 'admin', status: 200, body: workflowLogBody },
      async ({ body: { log }, user, sender }) => {
        const noteId = sender.commandId;
        const note = { type: 'TakeNote', data: { noteId, ...(await withoutAddresses(emails, log)) } } as const;
        const { position } = await handle(workflow, `note-${noteId}`, note, sender);
        await caughtUp(position);
        return (await entryAt(views, position)) ?? { ...log, userId: user.id };
      },
    ),
  ];
}

type Note = { action: string; details: string };

/** Replaces addresses of users by mentions that are resolved on reading, so that a deleted user leaves no trace. */
async function withoutAddresses(emails: WorkflowLogDeps['emails'], { action, details }: Note): Promise<Note> {
  const userIds = new Map<string, string>();
  for (const address of addressesIn(`${action} ${details}`)) {
    const userId = await emails.lastHolderOf(address);
    if (userId !== null) userIds.set(address, userId);
  }
  return { action: withMentions(action, userIds), details: withMentions(details, userIds) };
}

async function allEntries(views: ViewReader, query: Parameters<typeof newestEntries>[1]) {
  const [page, total] = await Promise.all([newestEntries(views, query), countEntries(views)]);
  return { ...page, total };
}
