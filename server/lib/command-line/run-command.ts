import { enableCompileCache, registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { compact } from '#domain/shared/compact.contract.ts';
import { StartupError } from '../errors.ts';
import { type Command, type CommandOptions, WrongArguments } from './command.ts';
import { parseArguments } from './parse-arguments.ts';

type HelpSubject = Pick<Command<CommandOptions>, 'invocation' | 'description' | 'positionals' | 'options' | 'notes'>;

/** EX_USAGE of sysexits.h. */
const wrongArgumentsExitCode = 64;

const root = new URL('../../../', import.meta.url);
const compileCache = fileURLToPath(new URL('node_modules/.cache/compile', root));

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
  keepCompiledModules();
  resolveModulesByName();
  try {
    await command.run(parseArguments(command, args));
  } catch (error) {
    const isExpected = [WrongArguments, ...expectedErrors].some((kind) => error instanceof kind);
    console.error(isExpected && error instanceof Error ? error.message : error);
    process.exitCode = error instanceof WrongArguments ? wrongArgumentsExitCode : 1;
  }
}

/** Halves the time in which modules load the next time, also in threads. Without effect where the folder is read-only. */
function keepCompiledModules(): void {
  process.env['NODE_COMPILE_CACHE'] ??= compileCache;
  enableCompileCache(compileCache);
}

/** Finds the modules of this project without asking the file system: loads them in a sixth less time. */
function resolveModulesByName(): void {
  registerHooks({
    resolve: (specifier, context, resolveByDefault) => {
      if (!/^[#.].+\.ts$/.test(specifier)) return resolveByDefault(specifier, context);
      // As 'imports' of package.json maps them; no command imports '#web/'.
      const url = specifier.startsWith('#') ? new URL(specifier.slice(1), root) : new URL(specifier, context.parentURL);
      return { url: url.href, format: 'module-typescript', shortCircuit: true };
    },
  });
}

/** The usage, what the command does, and a line for each option. */
export function renderHelp({ invocation, description, positionals = [], options, notes }: HelpSubject): string {
  const words = positionals.map(({ name, isOptional = false, isRepeated = false }) => {
    const word = isRepeated ? `${name}...` : name;
    return isOptional ? `[${word}]` : word;
  });
  const usage = compact([invocation, ...words, Object.keys(options).length > 0 && '[options]']).join(' ');
  const sections = compact([`Usage: ${usage}`, description, renderOptions(options), notes]);
  return `${sections.join('\n\n')}\n`;
}

function renderOptions(options: CommandOptions): string {
  const rows = Object.entries(options).map(([name, { value, description, default: defaultText }]) => [
    value === undefined ? `--${name}` : `--${name} ${value}`,
    defaultText === undefined ? description : `${description} (default ${defaultText})`,
  ]);
  const all = [...rows, ['--help', 'print this help']];
  const width = Math.max(...all.map(([left = '']) => left.length));
  return all.map(([left = '', right = '']) => `  ${left.padEnd(width)}  ${right}`).join('\n');
}
