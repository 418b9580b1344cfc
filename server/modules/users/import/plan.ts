import type { SkippedRow } from '#domain/user/import.contract.ts';
import { standardPriceLimit } from '#domain/user/contract.ts';
import { emailKey } from '#domain/user/email-key.ts';
import type { UserDoc } from '#projections/users.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { FindUser } from '../accounts/deps.ts';
import type { Emails } from '../accounts/emails.ts';
import { passwordProblem, readRow, type Wanted } from './row.ts';
import type { TableRow } from './table.ts';

export type PlanDeps = { clock: Clock; emails: Pick<Emails, 'holderOf'>; findUser: FindUser };

/** A row that will be written; `user` is the one that it updates, null for a new one. */
export type Step = { row: number; wanted: Wanted; user: UserDoc | null };
export type Plan = { steps: Step[]; skipped: SkippedRow[] };

/** What an import will do, row by row. Nothing is written. */
export async function planOf(deps: PlanDeps, rows: TableRow[]): Promise<Plan> {
  const now = deps.clock().toISOString();
  const firstRows = new Map<string, number>();
  const plan: Plan = { steps: [], skipped: [] };
  for (const tableRow of rows) {
    const { row } = tableRow;
    const step = await stepOf(deps, { tableRow, now, firstRows });
    if ('reason' in step) plan.skipped.push({ row, reason: step.reason });
    else plan.steps.push(step);
  }
  return plan;
}

type Asked = { tableRow: TableRow; now: string; firstRows: Map<string, number> };

async function stepOf(deps: PlanDeps, { tableRow, now, firstRows }: Asked): Promise<Step | { reason: string }> {
  const wanted = readRow(tableRow, now);
  if ('reason' in wanted) return wanted;
  const key = emailKey(wanted.email);
  const first = firstRows.get(key);
  if (first !== undefined) return { reason: `The same email is in row ${first} already` };
  const user = await userAt(deps, wanted.email);
  const reason = problemOf(wanted, user);
  if (reason !== null) return { reason };
  firstRows.set(key, tableRow.row);
  return { row: tableRow.row, wanted, user };
}

async function userAt({ emails, findUser }: PlanDeps, email: string): Promise<UserDoc | null> {
  const userId = await emails.holderOf(email);
  return userId === null ? null : findUser(userId);
}

/** Checks that depend on the user: each has a price limit of their own, and only new ones get a password. */
function problemOf({ changes, password }: Wanted, user: UserDoc | null): string | null {
  const limit = user?.maxPriceLimit ?? standardPriceLimit;
  if ((changes.maxPrice ?? 0) > limit) return `Max price must be at most $${limit.toLocaleString('en-US')}`;
  return user === null && password !== null ? passwordProblem(password) : null;
}
