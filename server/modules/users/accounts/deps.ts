import type { UserDoc } from '#projections/users.ts';
import type { CommandHandler } from '#server/platform/commands/command-handler.ts';

/** The current state of a user; null for one who never existed or is deleted. */
export type FindUser = (id: string) => Promise<UserDoc | null>;

/** Sends a command to a user and answers with the user after it. */
export type ChangeDeps = { handle: CommandHandler; findUser: FindUser };
