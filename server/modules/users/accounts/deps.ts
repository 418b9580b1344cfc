import type { Position } from '#domain/shared/decider.ts';
import type { UserDoc } from '#projections/users.ts';
import type { CommandHandler } from '#server/platform/commands/command-handler.ts';

/** The current state of a user; null for one who never existed or is deleted. */
export type FindUser = (id: string) => Promise<UserDoc | null>;

export type CommandDeps = {
  handle: CommandHandler;
  /** Resolves once the views have applied `position`, or after 2 s. */
  caughtUp: (position: Position) => Promise<void>;
};

/** Sends a command to a user and answers with the user after it. */
export type ChangeDeps = CommandDeps & { findUser: FindUser };
