import { StartupError } from '#server/lib/errors.ts';
import type { Config } from '#server/platform/config/config.ts';

/** Whether a password, in whatever case, is among the most common ones. The list is loaded for the question only. */
async function isCommonPassword(password: string): Promise<boolean> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return dictionary['passwords-common'].includes(password.toLowerCase());
}

/** Throws StartupError. */
export async function assertUncommonPassword({ admin }: Pick<Config, 'admin'>): Promise<void> {
  if (admin !== null && (await isCommonPassword(admin.password)))
    throw new StartupError('ADMIN_PASSWORD is one of the most common passwords: choose another one');
}
