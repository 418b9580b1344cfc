import PQueue from 'p-queue';
import { userStream } from '#domain/event-catalog/streams.ts';
import { createBatchDecider } from '#domain/shared/batch-decider.ts';
import { compact } from '#domain/shared/compact.contract.ts';
import type { UserCommand } from '#domain/user/commands.ts';
import { user as users } from '#domain/user/decider.ts';
import { toEmailKey } from '#domain/user/email-key.ts';
import type { SkippedRow } from '#domain/user/import.contract.ts';
import type { CommandMetadata } from '#server/platform/commands/command-handler.ts';
import { toErrorResponse } from '#server/platform/http/middleware/http-error.ts';
import { childCommand } from '#server/platform/http/routing/command-metadata.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { Clock } from '#server/lib/clock.ts';
import { register, type RegistrationDeps } from '../accounts/registration.ts';
import type { ImportStep } from './import-plan.ts';

// The event store writes concurrent appends in one batch.
const maxConcurrentRows = 128;
// Enough to keep the queue busy that hashes passwords, in which registrations wait too.
const maxConcurrentPasswordRows = 10;

export type ApplyPlanDeps = RegistrationDeps & {
  clock: Clock;
  events: Pick<EventStore, 'read'>;
  config: Pick<Config, 'searchesPerMember'>;
};

type ApplyResult = { added: number; updated: number; unchanged: number; skipped: SkippedRow[] };

/** Writes the planned users; one who is refused does not stop the others. */
export async function applyPlan(
  deps: ApplyPlanDeps,
  steps: ImportStep[],
  { sender, onDone }: { sender: CommandMetadata; onDone: (done: number) => void },
): Promise<ApplyResult> {
  const result: ApplyResult = { added: 0, updated: 0, unchanged: 0, skipped: [] };
  const isHashing = steps.some(({ importRow, user }) => user === null && importRow.password !== null);
  const queue = new PQueue({ concurrency: isHashing ? maxConcurrentPasswordRows : maxConcurrentRows });
  let done = 0;
  const write = async (step: ImportStep) => {
    try {
      result[await applyStep(deps, step, sender)] += 1;
    } catch (error) {
      const { email } = step.importRow;
      const reason = getRejectionReason(error);
      result.skipped.push(...[step, ...step.searches].map(({ row }) => ({ row, email, reason })));
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

async function applyStep(
  deps: ApplyPlanDeps,
  step: ImportStep,
  sender: CommandMetadata,
): Promise<'added' | 'updated' | 'unchanged'> {
  const { importRow, user, isUnchanged } = step;
  // The command id is derived from the address, so that the same file sent again refers to the same users.
  const own = childCommand(sender, `import ${toEmailKey(importRow.email)}`);
  // Sent again, the import that has written the row answers as before.
  if (user && isUnchanged && !(await hasWritten(deps, user.id, own.commandId))) return 'unchanged';
  const list = (userId: string) => toUserCommands(deps, step, { userId, own });
  if (user) {
    await deps.handle(createBatchDecider(users), userStream(user.id), list(user.id), own);
    return 'updated';
  }
  const { email, password } = importRow;
  const begin = (userId: string): UserCommand[] =>
    compact([...list(userId), password === null && { type: 'IssueTemporaryPassword', data: { userId } }]);
  await register(deps, { email, password, role: 'none', begin }, own);
  return 'added';
}

async function hasWritten({ events: log }: ApplyPlanDeps, userId: string, commandId: string): Promise<boolean> {
  const { events } = await log.read(userStream(userId));
  return events.some(({ metadata }) => metadata.commandId === commandId);
}

/** An explicit date is applied first: an activation without one would set it. */
function toUserCommands(
  { clock, config }: Pick<ApplyPlanDeps, 'clock' | 'config'>,
  { importRow, searches }: ImportStep,
  { userId, own }: { userId: string; own: CommandMetadata },
): UserCommand[] {
  const { memberSince, membershipStatus: status, changes } = importRow;
  const now = clock().toISOString();
  const filters = Object.values(changes).some((value) => value !== undefined);
  return compact([
    filters && { type: 'UpdateFilters', data: { userId, changes } },
    ...searches.map((planned): UserCommand => {
      const { saved, nameKey } = planned;
      if (saved !== null)
        return { type: 'ChangeSearch', data: { userId, searchId: saved.id, changes: planned.changes } };
      const { commandId: searchId } = childCommand(own, `search ${nameKey}`);
      const most = config.searchesPerMember;
      return { type: 'AddSearch', data: { userId, searchId, search: planned.search, most } };
    }),
    memberSince !== null && { type: 'SetMemberSince', data: { userId, memberSince, now } },
    status === 'active' && { type: 'ActivateMembership', data: { userId, now } },
    status === 'unconfirmed' && { type: 'DeactivateMembership', data: { userId } },
  ]);
}
