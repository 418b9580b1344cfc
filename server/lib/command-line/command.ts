import type { parseArgs } from 'node:util';

/** `value` names the value of an option that is no flag; `description` is one line of the help. */
export type CommandOption = {
  type: 'string' | 'boolean';
  value?: string;
  multiple?: boolean;
  default?: string;
  description: string;
};
export type CommandOptions = Record<string, CommandOption>;

type Positional = { name: string; isOptional?: boolean; isRepeated?: boolean };

export type CommandArguments<Options extends CommandOptions> = ReturnType<
  typeof parseArgs<{ args: string[]; options: Options; allowPositionals: true }>
>;

/** A command of the shell: what it accepts, declared once for the parser and for the help. */
export type Command<Options extends CommandOptions> = {
  /** What a user types before the arguments, such as `npm run history -- replay`. */
  invocation: string;
  /** What the command does: complete sentences. */
  description: string;
  positionals?: readonly Positional[];
  options: Options;
  /** More help, after the options. */
  notes?: string;
  /** Receives the arguments, which are known, and whose required positionals are present. */
  run: (args: CommandArguments<Options>) => Promise<void>;
};

/** The error in the arguments of a command, as one sentence. */
export class WrongArguments extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'WrongArguments';
  }
}

/** Infers the types of the values from the declared options. */
export function defineCommand<const Options extends CommandOptions>(command: Command<Options>): Command<Options> {
  return command;
}
