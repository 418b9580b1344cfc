import { userStream } from '#domain/event-catalog/streams.ts';
import { type Position, Rejected, startPosition } from '#domain/shared/decider.ts';
import { createBatchDecider } from '#domain/shared/batch-decider.ts';
import type { UserCommand } from '#domain/user/commands.ts';
import { user as users } from '#domain/user/decider.ts';
import type { Role } from '#domain/user/contract.ts';
import type { Vault } from '../passwords/vault.ts';
import type { CommandHandler, CommandMetadata } from '#server/platform/commands/command-handler.ts';
import type { EmailRegistry } from './email-registry.ts';

export type RegistrationDeps = { emails: EmailRegistry; vault: Vault; handle: CommandHandler };

/**
 * Without a password, sign-in is not possible until one is issued. `begin` holds the commands that follow in the same
 * write.
 */
export type NewUser = {
  email: string;
  password: string | null;
  role: Role;
  begin?: (userId: string) => UserCommand[];
};

export type RegistrationResult = { userId: string; position: Position };

/**
 * Registers a user: the address is claimed and the password stored before the user's first event, so that a crash
 * leaves no user without either. The same command again gives the same user. Of several at once, for one
 * address and in any processes, one succeeds. Throws Rejected 'email-taken'.
 */
export async function register(
  { emails, vault, handle }: RegistrationDeps,
  { email, password, role, begin = () => [] }: NewUser,
  sender: CommandMetadata,
): Promise<RegistrationResult> {
  const userId = emails.deriveUserId(email, sender);
  const holder = await emails.findOwner(email);
  if (holder !== null) {
    const isRetry = holder === userId && (password === null || (await vault.verify(userId, password)));
    if (!isRetry) throw new Rejected('email-taken');
    return { userId, position: startPosition };
  }
  // If the vault is unavailable, a claim would be left without a user.
  await vault.ensureUsable();
  const hashed = password === null ? null : await vault.hash(userId, password);
  const self = sender.actor === 'anonymous' ? { ...sender, actor: userId } : sender;
  const record = async (revokedClaims: number) => {
    if (hashed) await vault.save(hashed);
    const registration = { type: 'Register', data: { userId, email, role, revokedClaims } } as const;
    const commands: UserCommand[] = [registration, ...begin(userId)];
    try {
      return await handle(createBatchDecider(users), userStream(userId), commands, { ...self, isNew: true });
    } catch (error) {
      // There is no user who could sign in with it.
      if (error instanceof Rejected) await vault.remove(userId);
      throw error;
    }
  };
  const { position } = await emails.claimWhile({ userId, email, sender: self, isNewUser: true }, record);
  return { userId, position };
}
