import { userStream } from '#domain/event-catalog/streams.ts';
import { type Position, Rejected } from '#domain/shared/decider.ts';
import { user as users } from '#domain/user/decider.ts';
import { toEmailKey } from '#domain/user/email-key.ts';
import type { UserDoc } from '#projections/users.ts';
import type { CommandHandler, CommandMetadata } from '#server/platform/commands/command-handler.ts';
import { childCommand } from '#server/platform/http/routing/command-metadata.ts';
import type { EmailRegistry } from './email-registry.ts';

export type EmailChangeDeps = { emails: EmailRegistry; handle: CommandHandler };
type EmailChange = {
  user: Pick<UserDoc, 'id' | 'email' | 'emailKey'>;
  email: string;
  /** The id of the earlier change that this one takes back. */
  takesBack?: string;
};

/**
 * The address is claimed first and released last, so that a crash leaves no address duplicated or lost. Throws
 * Rejected: 'email-taken', 'email-pending'.
 */
export async function changeEmail(
  { emails, handle }: EmailChangeDeps,
  { user, email, ...reason }: EmailChange,
  sender: CommandMetadata,
): Promise<Position> {
  const stream = userStream(user.id);
  const change = { type: 'ChangeEmail', data: { userId: user.id, email, ...reason } } as const;
  const { position } = await emails.claimWhile({ userId: user.id, email, sender }, () =>
    handle(users, stream, change, childCommand(sender, 'email')),
  );
  if (!(await emails.isClaimedBy(user.id, email))) {
    const undo = { type: 'ChangeEmail', data: { userId: user.id, email: user.email } } as const;
    await handle(users, stream, undo, childCommand(sender, 'undo'));
    throw new Rejected('email-taken');
  }
  if (user.emailKey !== toEmailKey(email)) await emails.release(user.id, user.email, sender);
  return position;
}
