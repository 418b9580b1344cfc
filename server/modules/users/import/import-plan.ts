import type { SkippedRow } from '#domain/user/import.contract.ts';
import { standardPriceLimit } from '#domain/user/contract.ts';
import { toEmailKey } from '#domain/user/email-key.ts';
import type { UserDoc } from '#projections/users.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { FindUser } from '../accounts/deps.ts';
import type { EmailRegistry } from '../accounts/email-registry.ts';
import { findPasswordProblem, parseUserRow, readGivenEmail, type ImportRow } from './parse-row.ts';
import type { TableRow } from './sheet.ts';

export type ImportPlanDeps = { clock: Clock; emails: Pick<EmailRegistry, 'findOwner'>; findUser: FindUser };

/** A row that will be written; `user` is the user that it updates, null for a new one. */
export type ImportStep = { row: number; importRow: ImportRow; user: UserDoc | null; isUnchanged: boolean };
export type ImportPlan = { steps: ImportStep[]; skipped: SkippedRow[] };

/** What an import will do, row by row. Nothing is written. */
export async function buildImportPlan(deps: ImportPlanDeps, rows: TableRow[]): Promise<ImportPlan> {
  const now = deps.clock().toISOString();
  const firstRows = new Map<string, number>();
  const plan: ImportPlan = { steps: [], skipped: [] };
  for (const tableRow of rows) {
    const { row } = tableRow;
    const step = await planRow(deps, { tableRow, now, firstRows });
    if ('reason' in step) plan.skipped.push({ row, email: readGivenEmail(tableRow), reason: step.reason });
    else plan.steps.push(step);
  }
  return plan;
}

type RowContext = { tableRow: TableRow; now: string; firstRows: Map<string, number> };

async function planRow(
  deps: ImportPlanDeps,
  { tableRow, now, firstRows }: RowContext,
): Promise<ImportStep | { reason: string }> {
  const importRow = parseUserRow(tableRow, now);
  if ('reason' in importRow) return importRow;
  const key = toEmailKey(importRow.email);
  const first = firstRows.get(key);
  if (first !== undefined) return { reason: `The same email is in row ${first} already` };
  const user = await findUserByEmail(deps, importRow.email);
  const reason = findRowProblem(importRow, user);
  if (reason !== null) return { reason };
  firstRows.set(key, tableRow.row);
  if (user === null) return { row: tableRow.row, importRow, user, isUnchanged: false };
  const update = keepTimeOfDay(importRow, user);
  return { row: tableRow.row, importRow: update, user, isUnchanged: hasNoChange(update, user) };
}

/** A day alone does not replace a time within that day: an export may have left the time out. */
function keepTimeOfDay(row: ImportRow, { memberSince }: UserDoc): ImportRow {
  const day = row.memberSince?.replace(/T00:00:00\.000Z$/, 'T');
  return day?.endsWith('T') && memberSince?.startsWith(day) ? { ...row, memberSince: null } : row;
}

/** Only what a row sets is compared. */
function hasNoChange({ changes, memberSince, membershipStatus }: ImportRow, user: UserDoc): boolean {
  const given = Object.entries({ ...changes, memberSince, membershipStatus });
  const current: Record<string, unknown> = user;
  return given.every(([name, value]) => value === undefined || value === null || value === current[name]);
}

async function findUserByEmail({ emails, findUser }: ImportPlanDeps, email: string): Promise<UserDoc | null> {
  const userId = await emails.findOwner(email);
  return userId === null ? null : findUser(userId);
}

/** Checks that depend on the user: each has their own price limit, and only new users get a password. */
function findRowProblem({ changes, password }: ImportRow, user: UserDoc | null): string | null {
  const limit = user?.maxPriceLimit ?? standardPriceLimit;
  if ((changes.maxPrice ?? 0) > limit) return `Max price must be at most $${limit.toLocaleString('en-US')}`;
  return user === null && password !== null ? findPasswordProblem(password) : null;
}
