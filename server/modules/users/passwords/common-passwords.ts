import { StartupError } from '#server/lib/errors.ts';
import { HttpError } from '#server/platform/http/middleware/http-error.ts';
import type { Config } from '#server/platform/config/config.ts';

/** Whether a password, in whatever case, is among the most common ones. The list is loaded for the question only. */
async function isCommonPassword(password: string): Promise<boolean> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return dictionary['passwords-common'].includes(password.toLowerCase());
}

/** Of the list, which begins with the most common ones. */
const refusedCount = 10_000;

/**
 * For a password that a user chooses. Throws HttpError 400 for one of the 10,000 most common ones, and for the local part
 * of the user's address with digits and signs around it.
 */
export async function assertUncommonChoice(password: string, email: string): Promise<void> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const typed = password.toLowerCase();
  const isCommon = dictionary['passwords-common'].slice(0, refusedCount).includes(typed);
  if (isCommon || isAddressWithSigns(typed, email.toLowerCase()))
    throw new HttpError(400, 'Choose a less common password');
}

function isAddressWithSigns(password: string, email: string): boolean {
  const local = email.slice(0, email.lastIndexOf('@'));
  const [before, ...after] = password.split(local);
  return after.length > 0 && !/\p{L}/u.test([before, ...after].join(''));
}

/** Throws StartupError. */
export async function assertUncommonPassword({ admin }: Pick<Config, 'admin'>): Promise<void> {
  if (admin !== null && (await isCommonPassword(admin.password)))
    throw new StartupError('ADMIN_PASSWORD is one of the most common passwords: choose another one');
}
