import { userStream } from '#domain/event-catalog/streams.ts';
import type { Position } from '#domain/shared/decider.ts';
import { user as users } from '#domain/user/decider.ts';
import type { CommandHandler, CommandMetadata } from '#server/platform/commands/command-handler.ts';
import { childCommand } from '#server/platform/http/routing/command-metadata.ts';
import type { EmailRegistry } from './email-registry.ts';

export type EmailChangeDeps = { emails: EmailRegistry; handle: CommandHandler };
type EmailChange = {
  userId: string;
  email: string;
  /** The id of the earlier change that this one takes back. */
  takesBack?: string;
};

/** The address is claimed first, so that no other user records it. Throws Rejected 'email-taken'. */
export async function changeEmail(
  { emails, handle }: EmailChangeDeps,
  { userId, ...change }: EmailChange,
  sender: CommandMetadata,
): Promise<Position> {
  const { position } = await emails.claimWhile({ userId, email: change.email, sender }, (revokedClaims) => {
    const command = { type: 'ChangeEmail', data: { userId, ...change, revokedClaims } } as const;
    return handle(users, userStream(userId), command, childCommand(sender, 'email'));
  });
  return position;
}
