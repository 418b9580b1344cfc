import { StartupError } from '#server/lib/errors.ts';
import { isStrongSecret } from '#server/platform/config/secret-strength.ts';
import { nonEmpty, isCredentialKey } from '#server/platform/config/storage-config.ts';

/** Null where none is given. Throws StartupError. */
export function readNewKey(env: Record<string, string | undefined>): string | null {
  const key = nonEmpty(env)['CREDENTIAL_KEY_NEW'];
  if (key === undefined) return null;
  if (isCredentialKey(key) && isStrongSecret(Buffer.from(key, 'base64'))) return key;
  throw new StartupError(
    'CREDENTIAL_KEY_NEW must be 32 random bytes in base64, such as `openssl rand -base64 32` prints',
  );
}
