import PQueue from 'p-queue';
import { inOneGo } from '#domain/shared/in-one-go.ts';
import type { UserCommand } from '#domain/user/commands.ts';
import { user as users } from '#domain/user/decider.ts';
import { emailKey } from '#domain/user/email-key.ts';
import type { SkippedRow } from '#domain/user/import.contract.ts';
import type { UserDoc } from '#projections/users.ts';
import type { Sender } from '#server/platform/commands/handle.ts';
import { answerOf } from '#server/platform/http/middleware/problem.ts';
import { inStep } from '#server/platform/http/routing/sender.ts';
import type { Clock } from '#server/lib/clock.ts';
import { register, type RegistrationDeps } from '../accounts/registration.ts';
import type { Step } from './plan.ts';
import type { Wanted } from './row.ts';

// The event store writes concurrent appends in one batch.
const atOnce = 32;
// Sign-ins share the queue that hashes passwords, and must not wait behind an import.
const atOnceWithPassword = 3;

export type WriteDeps = RegistrationDeps & { clock: Clock };

type Written = { added: number; updated: number; skipped: SkippedRow[] };

/** Writes the planned rows; a row that is refused does not stop the others. */
export async function written(
  deps: WriteDeps,
  steps: Step[],
  { sender, onDone }: { sender: Sender; onDone: (done: number) => void },
): Promise<Written> {
  const result: Written = { added: 0, updated: 0, skipped: [] };
  const isHashing = steps.some(({ wanted, user }) => user === null && wanted.password !== null);
  const queue = new PQueue({ concurrency: isHashing ? atOnceWithPassword : atOnce });
  let done = 0;
  const write = async (step: Step) => {
    try {
      await writtenStep(deps, step, sender);
      result[step.user ? 'updated' : 'added'] += 1;
    } catch (error) {
      result.skipped.push({ row: step.row, reason: refusalOf(error) });
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

/** The sentence of a refusal that concerns one row; any other error ends the import. */
function refusalOf(error: unknown): string {
  const answer = answerOf(error);
  if (!answer || answer.status >= 500) throw error;
  return answer.text;
}

async function writtenStep(deps: WriteDeps, { wanted, user }: Step, sender: Sender): Promise<void> {
  const now = deps.clock().toISOString();
  // The command id comes from the address, so that the same file sent again means the same users.
  const own = inStep(sender, `import ${emailKey(wanted.email)}`);
  if (user) {
    await deps.handle(inOneGo(users), `user-${user.id}`, changes(user.id, sparing(wanted, user), now), own);
    return;
  }
  const { email, password } = wanted;
  const begin = (userId: string) => [
    ...changes(userId, wanted, now),
    ...(password === null ? [{ type: 'IssueTemporaryPassword', data: { userId } } as const] : []),
  ];
  await register(deps, { email, password, role: 'none', begin }, own);
}

/** A day alone does not replace a time within that day: an export may have left the time out. */
function sparing(wanted: Wanted, { memberSince }: UserDoc): Wanted {
  const day = wanted.memberSince?.replace(/T00:00:00\.000Z$/, 'T');
  return day?.endsWith('T') && memberSince?.startsWith(day) ? { ...wanted, memberSince: null } : wanted;
}

/** A date that is given comes first: an activation without one would set it. */
function changes(userId: string, wanted: Wanted, now: string): UserCommand[] {
  const { memberSince, membershipStatus: status } = wanted;
  const filters = Object.values(wanted.changes).some((value) => value !== undefined);
  return [
    ...(filters ? [{ type: 'UpdateFilters', data: { userId, changes: wanted.changes } } as const] : []),
    ...(memberSince === null ? [] : [{ type: 'SetMemberSince', data: { userId, memberSince, now } } as const]),
    ...(status === 'active' ? [{ type: 'ActivateMembership', data: { userId, now } } as const] : []),
    ...(status === 'unconfirmed' ? [{ type: 'DeactivateMembership', data: { userId } } as const] : []),
  ];
}
