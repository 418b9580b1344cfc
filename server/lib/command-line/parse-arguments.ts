import { parseArgs } from 'node:util';
import { type Command, type CommandArguments, type CommandOptions, WrongArguments } from './command.ts';

/** Throws WrongArguments with one sentence that names the help. */
export function parseArguments<Options extends CommandOptions>(
  { invocation, options, positionals = [] }: Pick<Command<Options>, 'invocation' | 'options' | 'positionals'>,
  args: string[],
): CommandArguments<Options> {
  const commandArguments = parseOptions(options, args, invocation);
  const missing = positionals[commandArguments.positionals.length];
  if (missing !== undefined && missing.isOptional !== true)
    throw new WrongArguments(`${missing.name} is missing: see ${invocation} --help`);
  const isEndless = positionals.at(-1)?.isRepeated === true;
  const unexpected = isEndless ? undefined : commandArguments.positionals[positionals.length];
  if (unexpected !== undefined)
    throw new WrongArguments(`Unexpected argument '${unexpected}': see ${invocation} --help`);
  return commandArguments;
}

function parseOptions<Options extends CommandOptions>(
  options: Options,
  args: string[],
  invocation: string,
): CommandArguments<Options> {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    const [reason = ''] = error instanceof Error ? error.message.split(/\.?\n|\. /) : [];
    throw new WrongArguments(`${reason}: see ${invocation} --help`, { cause: error });
  }
}
