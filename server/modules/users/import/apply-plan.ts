import PQueue from 'p-queue';
import { userStream } from '#domain/event-catalog/streams.ts';
import { createBatchDecider } from '#domain/shared/batch-decider.ts';
import { compact } from '#domain/shared/compact.contract.ts';
import type { UserCommand } from '#domain/user/commands.ts';
import { user as users } from '#domain/user/decider.ts';
import { toEmailKey } from '#domain/user/email-key.ts';
import type { SkippedRow } from '#domain/user/import.contract.ts';
import type { UserDoc } from '#projections/users.ts';
import type { CommandMetadata } from '#server/platform/commands/command-handler.ts';
import { toErrorResponse } from '#server/platform/http/middleware/http-error.ts';
import { childCommand } from '#server/platform/http/routing/command-metadata.ts';
import type { Clock } from '#server/lib/clock.ts';
import { register, type RegistrationDeps } from '../accounts/registration.ts';
import type { ImportStep } from './import-plan.ts';
import type { ImportRow } from './parse-row.ts';

// The event store writes concurrent appends in one batch.
const maxConcurrentRows = 128;
// Sign-ins share the queue that hashes passwords, and must not wait behind an import.
const maxConcurrentPasswordRows = 3;

export type ApplyPlanDeps = RegistrationDeps & { clock: Clock };

type ApplyResult = { added: number; updated: number; skipped: SkippedRow[] };

/** Writes the planned rows; a refused row does not stop the others. */
export async function applyPlan(
  deps: ApplyPlanDeps,
  steps: ImportStep[],
  { sender, onDone }: { sender: CommandMetadata; onDone: (done: number) => void },
): Promise<ApplyResult> {
  const result: ApplyResult = { added: 0, updated: 0, skipped: [] };
  const isHashing = steps.some(({ importRow, user }) => user === null && importRow.password !== null);
  const queue = new PQueue({ concurrency: isHashing ? maxConcurrentPasswordRows : maxConcurrentRows });
  let done = 0;
  const write = async (step: ImportStep) => {
    try {
      await applyStep(deps, step, sender);
      result[step.user ? 'updated' : 'added'] += 1;
    } catch (error) {
      result.skipped.push({ row: step.row, reason: getRejectionReason(error) });
    }
    onDone((done += 1));
  };
  try {
    await queue.addAll(steps.map((step) => () => write(step)));
  } catch (error) {
    queue.clear();
    await queue.onIdle();
    throw error;
  }
  return result;
}

/** The message of a refusal that concerns one row; any other error ends the import. */
function getRejectionReason(error: unknown): string {
  const answer = toErrorResponse(error);
  if (!answer || answer.status >= 500) throw error;
  return answer.text;
}

async function applyStep(deps: ApplyPlanDeps, { importRow, user }: ImportStep, sender: CommandMetadata): Promise<void> {
  const now = deps.clock().toISOString();
  // The command id is derived from the address, so that the same file sent again refers to the same users.
  const own = childCommand(sender, `import ${toEmailKey(importRow.email)}`);
  if (user) {
    await deps.handle(
      createBatchDecider(users),
      userStream(user.id),
      toUserCommands(user.id, keepTimeOfDay(importRow, user), now),
      own,
    );
    return;
  }
  const { email, password } = importRow;
  const begin = (userId: string): UserCommand[] =>
    compact([
      ...toUserCommands(userId, importRow, now),
      password === null && { type: 'IssueTemporaryPassword', data: { userId } },
    ]);
  await register(deps, { email, password, role: 'none', begin }, own);
}

/** A day alone does not replace a time within that day: an export may have left the time out. */
function keepTimeOfDay(row: ImportRow, { memberSince }: UserDoc): ImportRow {
  const day = row.memberSince?.replace(/T00:00:00\.000Z$/, 'T');
  return day?.endsWith('T') && memberSince?.startsWith(day) ? { ...row, memberSince: null } : row;
}

/** An explicit date is applied first: an activation without one would set it. */
function toUserCommands(userId: string, row: ImportRow, now: string): UserCommand[] {
  const { memberSince, membershipStatus: status } = row;
  const filters = Object.values(row.changes).some((value) => value !== undefined);
  return compact([
    filters && { type: 'UpdateFilters', data: { userId, changes: row.changes } },
    memberSince !== null && { type: 'SetMemberSince', data: { userId, memberSince, now } },
    status === 'active' && { type: 'ActivateMembership', data: { userId, now } },
    status === 'unconfirmed' && { type: 'DeactivateMembership', data: { userId } },
  ]);
}
