import type { SkippedRow } from '#domain/user/import.contract.ts';
import { toEmailKey } from '#domain/user/email-key.ts';
import type { UserDoc } from '#projections/users.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { FindUser } from '../accounts/deps.ts';
import type { EmailRegistry } from '../accounts/email-registry.ts';
import { findPasswordProblem, parseUserRow, readGivenEmail, readSearchName, type ImportRow } from './parse-row.ts';
import { findPriceProblem, isContained, planSearch, type PlannedSearch } from './plan-search.ts';
import type { TableRow } from './sheet.ts';

export type ImportPlanDeps = {
  clock: Clock;
  emails: Pick<EmailRegistry, 'findOwner'>;
  findUser: FindUser;
  config: Pick<Config, 'searchesPerMember'>;
};

/** A user who will be written, as the first row of the email says, with the searches of further rows; null for a new one. */
export type ImportStep = {
  row: number;
  importRow: ImportRow;
  user: UserDoc | null;
  searches: PlannedSearch[];
  isUnchanged: boolean;
};
export type ImportPlan = { steps: ImportStep[]; skipped: SkippedRow[] };

/** The steps by email; null where the first row is skipped. */
type FirstRows = Map<string, { row: number; step: ImportStep | null }>;

/** What an import will do, row by row. Nothing is written. */
export async function buildImportPlan(deps: ImportPlanDeps, rows: TableRow[]): Promise<ImportPlan> {
  const now = deps.clock().toISOString();
  const firstRows: FirstRows = new Map();
  const plan: ImportPlan = { steps: [], skipped: [] };
  for (const tableRow of rows) {
    const { row } = tableRow;
    const email = readGivenEmail(tableRow);
    const key = toEmailKey(email);
    const first = firstRows.get(key);
    const hasSearch = readSearchName(tableRow) !== null;
    if (first !== undefined && (first.step !== null || hasSearch)) {
      const reason = planFurtherRow(tableRow, first, deps.config.searchesPerMember);
      if (reason !== null) plan.skipped.push({ row, email, reason });
      continue;
    }
    const step = await planRow(deps, tableRow, now);
    if ('reason' in step) plan.skipped.push({ row, email, reason: step.reason });
    else plan.steps.push(step);
    if (email !== '') firstRows.set(key, { row, step: 'reason' in step ? null : step });
  }
  return plan;
}

/** Adds the search of a row whose email is in an earlier row to the step of that one, or returns why it is skipped. */
function planFurtherRow(
  tableRow: TableRow,
  { row, step }: { row: number; step: ImportStep | null },
  most: number,
): string | null {
  if (step === null) return `The first row of this email, row ${row}, is skipped`;
  if (readSearchName(tableRow) === null) return `The same email is in row ${row} already`;
  const planned = planSearch(tableRow, step, most);
  if ('reason' in planned) return planned.reason;
  step.searches.push(planned);
  step.isUnchanged &&= planned.isUnchanged;
  return null;
}

async function planRow(
  deps: ImportPlanDeps,
  tableRow: TableRow,
  now: string,
): Promise<ImportStep | { reason: string }> {
  const importRow = parseUserRow(tableRow, now);
  if ('reason' in importRow) return importRow;
  const user = await findUserByEmail(deps, importRow.email);
  const reason = findRowProblem(importRow, user);
  if (reason !== null) return { reason };
  const step = { row: tableRow.row, user, searches: [] };
  if (user === null) return { ...step, importRow, isUnchanged: false };
  const update = keepTimeOfDay(importRow, user);
  return { ...step, importRow: update, isUnchanged: hasNoChange(update, user) };
}

/** A day alone does not replace a time within that day: an export may have left the time out. */
function keepTimeOfDay(row: ImportRow, { memberSince }: UserDoc): ImportRow {
  const day = row.memberSince?.replace(/T00:00:00\.000Z$/, 'T');
  return day?.endsWith('T') && memberSince?.startsWith(day) ? { ...row, memberSince: null } : row;
}

function hasNoChange({ changes, memberSince, membershipStatus }: ImportRow, user: UserDoc): boolean {
  return isContained({ ...changes, memberSince, membershipStatus }, user);
}

async function findUserByEmail({ emails, findUser }: ImportPlanDeps, email: string): Promise<UserDoc | null> {
  const userId = await emails.findOwner(email);
  return userId === null ? null : findUser(userId);
}

/** Checks that depend on the user: each has their own price limit, and only new users get a password. */
function findRowProblem({ changes, password }: ImportRow, user: UserDoc | null): string | null {
  return findPriceProblem(changes, user) ?? (user === null && password !== null ? findPasswordProblem(password) : null);
}
