import { accessStream } from '#domain/event-catalog/streams.ts';
import { access } from '#domain/sign-in/decider.ts';
import type { FactorEvent, SignInFactor } from '#domain/sign-in/events.ts';
import type { CommandHandler, CommandMetadata } from '#server/platform/commands/command-handler.ts';
import type { RateLimits } from '#server/platform/http/middleware/rate-limits.ts';
import { childCommand } from '#server/platform/http/routing/command-metadata.ts';
import type { SecondFactors, UsedCode } from './factors.ts';

type CodeDeps = { handle: CommandHandler; secondFactors: SecondFactors; limits: Pick<RateLimits, 'login'> };
type CodeAttempt = { userId: string; code: string; from: string };

/** Records a change of the second factors of a user. */
export async function recordFactor(
  { handle }: Pick<CodeDeps, 'handle'>,
  fact: FactorEvent,
  sender: CommandMetadata,
): Promise<void> {
  const { userId } = fact.data;
  await handle(access, accessStream(userId), { type: 'RecordFactor', data: fact }, childCommand(sender, fact.type));
}

/**
 * Uses up a code of the user's app, or a recovery code, and says which it was; null for a wrong or used one. Wrong ones
 * count like wrong passwords, but apart from them: a right password does not clear their count.
 */
export async function proveByCode(
  deps: CodeDeps,
  { userId, code, from }: CodeAttempt,
  sender: CommandMetadata,
): Promise<SignInFactor | null> {
  let used: UsedCode | null = null;
  await deps.limits.login(`codes of ${userId}`, from, async (begin) => {
    await begin();
    used = await deps.secondFactors.useCode(userId, code);
    return used !== null;
  });
  const found = used as UsedCode | null; // assigned in the callback
  if (found?.kind !== 'recovery') return found && 'authenticator app';
  const fact: FactorEvent = { type: 'RecoveryCodeUsed', data: { userId, left: found.left } };
  await recordFactor(deps, fact, { ...sender, actor: userId });
  return 'recovery code';
}
