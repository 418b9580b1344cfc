import { type ParseArgsConfig, parseArgs } from 'node:util';
import { StartupError } from '#server/lib/errors.ts';

/** The arguments of a CLI command. Throws StartupError with one sentence that names its help. */
export function parseArguments<Config extends ParseArgsConfig>(config: Config, command: string) {
  try {
    return parseArgs(config);
  } catch (error) {
    const [reason = ''] = error instanceof Error ? error.message.split(/\.?\n|\. /) : [];
    throw new StartupError(`${reason}: see npm run ${command} --help`, { cause: error });
  }
}
