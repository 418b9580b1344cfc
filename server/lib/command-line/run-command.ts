import { StartupError } from '../errors.ts';
import { type Command, type CommandOptions, WrongArguments } from './command.ts';
import { parseArguments } from './parse-arguments.ts';
import { renderHelp } from './render-help.ts';

/** EX_USAGE of sysexits.h. */
const wrongArgumentsExitCode = 64;

type RunOptions = {
  args?: string[];
  /** The errors that are printed as one sentence, without a stack. */
  expectedErrors?: readonly (new (
    ...errorArguments: never[]
  ) => Error)[];
};

/** Runs a command, or prints its help. Exit code 64 for wrong arguments, 1 for another failure. */
export async function runCommand<Options extends CommandOptions>(
  command: Command<Options>,
  { args = process.argv.slice(2), expectedErrors = [StartupError] }: RunOptions = {},
): Promise<void> {
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(renderHelp(command));
    return;
  }
  try {
    await command.run(parseArguments(command, args));
  } catch (error) {
    const isExpected = [WrongArguments, ...expectedErrors].some((kind) => error instanceof kind);
    console.error(isExpected && error instanceof Error ? error.message : error);
    process.exitCode = error instanceof WrongArguments ? wrongArgumentsExitCode : 1;
  }
}
