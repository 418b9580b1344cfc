import { StartupError } from '#server/lib/errors.ts';
import { nonEmpty, isCredentialKey } from '#server/platform/config/storage-config.ts';
import { isStrongSecret } from '#server/platform/config/secret-strength.ts';
import { parseArguments } from '../parse-arguments.ts';

export const keysUsage = `npm run keys -- rotate     seals under a new CREDENTIAL_KEY all that is sealed under the present one

The new key is CREDENTIAL_KEY_NEW (32 bytes in base64); where the present one lies in DATA_DIR a new one is made there.
Stop all servers first, and make a backup. Run it again after an interruption, and it goes on. Temporary passwords that
are not used yet end.
`;

const options = { help: { type: 'boolean', short: 'h' } } as const;

/** The parsed options. Unknown arguments are rejected, as this command cannot be undone. Throws StartupError. */
export function parseKeysCommand(args: string[]): 'rotate' | 'help' {
  const { values, positionals } = parseArguments({ args, options, allowPositionals: true }, 'keys --');
  if (values.help === true) return 'help';
  const [command, unexpected] = positionals;
  if (command !== 'rotate') throw new StartupError('Say rotate: see npm run keys -- --help');
  if (unexpected === undefined) return command;
  throw new StartupError(`Unexpected argument '${unexpected}': see npm run keys -- --help`);
}

/** Null where none is given. Throws StartupError. */
export function readNewKey(env: Record<string, string | undefined>): string | null {
  const key = nonEmpty(env)['CREDENTIAL_KEY_NEW'];
  if (key === undefined) return null;
  if (isCredentialKey(key) && isStrongSecret(Buffer.from(key, 'base64'))) return key;
  throw new StartupError(
    'CREDENTIAL_KEY_NEW must be 32 random bytes in base64, such as `openssl rand -base64 32` prints',
  );
}
