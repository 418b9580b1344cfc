import PQueue from 'p-queue';
import * as z from 'zod';
import { importStream } from '#domain/event-catalog/streams.ts';
import type { ImportPreview, ImportProgress, ImportResult } from '#domain/user/import.contract.ts';
import { importPaths } from '#domain/user/paths.contract.ts';
import { workflow } from '#domain/workflow-log/decider.ts';
import type { CommandDeps, CommandMetadata } from '#server/platform/commands/command-handler.ts';
import { HttpError } from '#server/platform/http/middleware/http-error.ts';
import { type Route, route } from '#server/platform/http/routing/route.ts';
import { uploadBody } from '#server/platform/http/routing/upload.ts';
import { parseFile } from './parse-file.ts';
import { type ImportPlan, type ImportPlanDeps, buildImportPlan } from './import-plan.ts';
import { type ApplyPlanDeps, applyPlan } from './apply-plan.ts';

export type ImportDeps = ImportPlanDeps & ApplyPlanDeps & CommandDeps;

const importQuery = z.object({ dryRun: z.literal('1', 'dryRun must be 1, or not given').optional() });
const maxWaitingImports = 4;

/** Imports users from a spreadsheet. One import runs at a time; another one waits. */
export function importRoutes(deps: ImportDeps): Route[] {
  const reading = createImportQueue();
  const writing = createImportQueue();
  const progress = new Map<string, NonNullable<ImportProgress>>();

  return [
    route(
      { method: 'post', path: importPaths.users, access: 'full-admin', status: 200, body: uploadBody, takesFile: true },
      async ({ request, body: file, user, sender }): Promise<ImportResult | ImportPreview> => {
        const { dryRun } = importQuery.parse(request.query);
        const rows = await reading(() => parseFile(file));
        if (dryRun) return toPreview(await buildImportPlan(deps, rows));
        return writing(async () => {
          const plan = await buildImportPlan(deps, rows);
          const onDone = (done: number) => progress.set(user.id, { done, total: plan.steps.length });
          onDone(0);
          try {
            return await applyImport(deps, plan, { sender, onDone });
          } finally {
            progress.delete(user.id);
          }
        });
      },
    ),

    route({ method: 'get', path: importPaths.progress, access: 'full-admin', status: 200 }, ({ user }) =>
      Promise.resolve<ImportProgress>(progress.get(user.id) ?? null),
    ),
  ];
}

function toPreview({ steps, skipped }: ImportPlan): ImportPreview {
  const updated = steps.filter(({ user }) => user !== null).length;
  return { importedCount: steps.length, new: steps.length - updated, updated, skipped };
}

type ApplyOptions = { sender: CommandMetadata; onDone: (done: number) => void };

async function applyImport(deps: ImportDeps, plan: ImportPlan, writing: ApplyOptions): Promise<ImportResult> {
  const { sender } = writing;
  const { added, updated, skipped: late } = await applyPlan(deps, plan.steps, writing);
  const skipped = [...plan.skipped, ...late].sort((a, b) => a.row - b.row);
  const data = { importId: sender.commandId, added, updated, skipped: skipped.length };
  const finish = { type: 'FinishImport', data } as const;
  const { position } = await deps.handle(workflow, importStream(data.importId), finish, sender);
  await deps.waitForProjections(position);
  return { importedCount: added + updated, skipped };
}

function createImportQueue() {
  const queue = new PQueue({ concurrency: 1 });
  return <T>(job: () => Promise<T>): Promise<T> => {
    if (queue.size >= maxWaitingImports) {
      throw new HttpError(503, 'Other imports are under way. Please try again in a moment.', { 'Retry-After': '10' });
    }
    return queue.add(job);
  };
}
