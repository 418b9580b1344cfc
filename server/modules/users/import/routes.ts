import PQueue from 'p-queue';
import { importStream } from '#domain/event-catalog/streams.ts';
import {
  importEndpoints,
  maxImportRows,
  type ImportPreview,
  type ImportProgress,
  type ImportResult,
} from '#domain/user/import.contract.ts';
import { workflow } from '#domain/workflow-log/decider.ts';
import type { CommandHandler, CommandMetadata } from '#server/platform/commands/command-handler.ts';
import { HttpError } from '#server/platform/http/middleware/http-error.ts';
import { type Route, route } from '#server/platform/http/routing/route.ts';
import type { UploadedFile } from '#server/platform/http/routing/body/upload.ts';
import { createWorkerPool } from '#server/lib/threads/worker-pool.ts';
import { type ImportPlan, type ImportPlanDeps, buildImportPlan } from './import-plan.ts';
import { type ApplyPlanDeps, applyPlan } from './apply-plan.ts';
import { detectFileType } from './file-type.ts';
import type { ParsedFile } from './parse-thread.ts';
import type { TableRow } from './sheet.ts';

const parseInThread = createWorkerPool<ParsedFile>(new URL('parse-thread.ts', import.meta.url), {
  size: 2,
  // Far more than a valid file of 2 MB takes.
  cpuLimitMs: 15_000,
  resourceLimits: { maxOldGenerationSizeMb: 200, maxYoungGenerationSizeMb: 32 },
  fallback: { problem: 'The file takes too long or too much memory to read: import it in parts' },
});

export type ImportDeps = ImportPlanDeps & ApplyPlanDeps & { handle: CommandHandler };

const maxWaitingImports = 4;

/** Imports users from a spreadsheet. One import runs at a time; another one waits. */
export function importRoutes(deps: ImportDeps): Route[] {
  const reading = createImportQueue();
  const writing = createImportQueue();
  const progress = new Map<string, NonNullable<ImportProgress>>();

  return [
    route(importEndpoints.importUsers, async ({ query: { dryRun }, body: file, user, sender }) => {
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
    }),

    route(importEndpoints.getImportProgress, ({ user }) => progress.get(user.id) ?? null),
  ];
}

function toPreview({ steps, skipped }: ImportPlan): ImportPreview {
  const unchanged = steps.filter(({ isUnchanged }) => isUnchanged).length;
  const added = steps.filter(({ user }) => user === null);
  // A new user without a password is sent a temporary one.
  const mails = added.filter(({ importRow }) => importRow.password === null).length;
  const importedCount = steps.length - unchanged;
  return { importedCount, new: added.length, updated: importedCount - added.length, unchanged, mails, skipped };
}

type ApplyOptions = { sender: CommandMetadata; onDone: (done: number) => void };

async function applyImport(deps: ImportDeps, plan: ImportPlan, writing: ApplyOptions): Promise<ImportResult> {
  const { sender } = writing;
  const { added, updated, skipped: late } = await applyPlan(deps, plan.steps, writing);
  const skipped = [...plan.skipped, ...late].sort((a, b) => a.row - b.row);
  const data = { importId: sender.commandId, added, updated, skipped: skipped.length };
  const finish = { type: 'FinishImport', data } as const;
  await deps.handle(workflow, importStream(data.importId), finish, { ...sender, isNew: true });
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

/** The rows of a file, parsed in a thread, which is replaced when it uses too much. Throws HttpError 400. */
async function parseFile(file: UploadedFile): Promise<TableRow[]> {
  const content = await file.content();
  const kind = detectFileType({ name: file.name, content });
  if (kind === null) throw new HttpError(400, 'Only .xlsx, .xls and .csv files can be imported');
  const parsed = await parseInThread({ kind, content, maxRows: maxImportRows });
  if ('problem' in parsed) throw new HttpError(400, parsed.problem);
  return parsed.rows;
}
