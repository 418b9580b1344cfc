import * as z from 'zod';
import { workflowLogBody, workflowLogPath } from '#domain/workflow-log/contract.ts';
import { workflow } from '#domain/workflow-log/decider.ts';
import { countEntries, entryAt, newestEntries } from '#projections/workflow-log.ts';
import type { Context } from '../context.ts';
import { pageOf, pagingUpTo, setPage } from '../http/paging.ts';
import { type Route, route } from '../http/route.ts';

const logQuery = z.object(pagingUpTo(10_000));

/** The workflow log, and the notes that admins add to it. */
export function logRoutes(context: Context): Route[] {
  const { views, handle, caughtUp } = context;

  return [
    route(
      { method: 'get', path: workflowLogPath, access: 'full-admin', status: 200, isShared: true },
      async ({ request, response }) => {
        const query = logQuery.parse(request.query);
        const [{ entries, ...next }, total] = await Promise.all([
          newestEntries(views, pageOf(query)),
          countEntries(views),
        ]);
        setPage(request, response, { ...next, total });
        return entries;
      },
    ),

    route(
      { method: 'post', path: workflowLogPath, access: 'admin', status: 200, body: workflowLogBody },
      async ({ body: { log }, user, sender }) => {
        const noteId = sender.commandId;
        const note = { type: 'TakeNote', data: { noteId, ...log } } as const;
        const { position } = await handle(workflow, `note-${noteId}`, note, sender);
        await caughtUp(position);
        return (await entryAt(views, position)) ?? { ...log, userId: user.id };
      },
    ),
  ];
}
