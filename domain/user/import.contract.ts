import * as z from 'zod';
import { defineEndpoints, multipartForm } from '#domain/shared/endpoint.contract.ts';
import { dryRunQuery } from '#domain/shared/query.contract.ts';
import { userViews } from './contract.ts';

export const maxImportRows = 5000;
export const maxImportBytes = 2_000_000;

/** A row that was skipped: its number in the sheet, whose header is row 1, its email as given, and why. */
const skippedRow = z.object({ row: z.number(), email: z.string(), reason: z.string() });
export type SkippedRow = z.infer<typeof skippedRow>;

/** Answer of `POST /api/admin/users/import`: `importedCount` counts new and updated users. */
export const importResult = z.object({ importedCount: z.number(), skipped: z.array(skippedRow) });
export type ImportResult = z.infer<typeof importResult>;

/** The answer with `?dryRun=1`, when nothing is written. `mails` counts those that will be sent to new users. */
export const importPreview = importResult.extend({
  new: z.number(),
  updated: z.number(),
  unchanged: z.number(),
  mails: z.number(),
});
export type ImportPreview = z.infer<typeof importPreview>;

/** Answer of `GET /api/admin/users/import/progress`: the caller's own running import, null where there is none. */
export const importProgress = z.object({ done: z.number(), total: z.number() }).nullable();
export type ImportProgress = z.infer<typeof importProgress>;

export const importEndpoints = defineEndpoints('Users', {
  importUsers: {
    method: 'post',
    path: '/api/admin/users/import',
    access: 'full-admin',
    query: dryRunQuery,
    bodyType: multipartForm,
    response: z.union([importPreview, importResult]),
    waitsFor: userViews,
  },
  getImportProgress: {
    method: 'get',
    path: '/api/admin/users/import/progress',
    access: 'full-admin',
    response: importProgress,
  },
});
