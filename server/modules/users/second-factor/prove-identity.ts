import { accessStream } from '#domain/event-catalog/streams.ts';
import { access } from '#domain/sign-in/decider.ts';
import type { FactorEvent, SignInFactor } from '#domain/sign-in/events.ts';
import type { CommandHandler, CommandMetadata } from '#server/platform/commands/command-handler.ts';
import type { RateLimits } from '#server/platform/http/middleware/rate-limits.ts';
import { childCommand } from '#server/platform/http/routing/command-metadata.ts';
import type { SecondFactors } from './second-factors.ts';

type CodeDeps = {
  handle: CommandHandler;
  secondFactors: Pick<SecondFactors, 'useCode'>;
  limits: Pick<RateLimits, 'login'>;
};
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

/** Removes all second factors of a user who has some. */
export async function resetSecondFactors(
  deps: Pick<CodeDeps, 'handle'> & { secondFactors: Pick<SecondFactors, 'has' | 'removeAll'> },
  userId: string,
  sender: CommandMetadata,
): Promise<boolean> {
  if (!(await deps.secondFactors.has(userId))) return false;
  await recordFactor(deps, { type: 'SecondFactorReset', data: { userId } }, sender);
  await deps.secondFactors.removeAll(userId);
  return true;
}

/** The key under which wrong codes of a user count: apart from passwords, as a right password clears their count. */
export const codesOf = (userId: string) => `codes of ${userId}`;

/** The result of an attempt, which counts as failed where it is null. Throws HttpError 429 after too many. */
export async function countAttempt<T>(
  { login }: Pick<RateLimits, 'login'>,
  { key, from }: { key: string; from: string },
  attempt: () => Promise<T | null>,
): Promise<T | null> {
  const results: (T | null)[] = [];
  await login(key, from, async (begin) => {
    await begin();
    const result = await attempt();
    results.push(result);
    return result !== null;
  });
  return results[0] ?? null;
}

/** Uses up a code of the user's app, or a recovery code, and says which it was; null for a wrong or used one. */
export async function proveByCode(
  deps: CodeDeps,
  { userId, code, from }: CodeAttempt,
  sender: CommandMetadata,
): Promise<SignInFactor | null> {
  const attempt = () => deps.secondFactors.useCode(userId, code);
  const used = await countAttempt(deps.limits, { key: codesOf(userId), from }, attempt);
  if (used?.kind !== 'recovery') return used && 'authenticator app';
  const fact: FactorEvent = { type: 'RecoveryCodeUsed', data: { userId, left: used.left } };
  await recordFactor(deps, fact, { ...sender, actor: userId });
  return 'recovery code';
}
