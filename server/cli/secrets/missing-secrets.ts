import { randomBytes } from 'node:crypto';
import { parseEnv } from 'node:util';
import { StartupError } from '#server/lib/errors.ts';

type KnownSecrets = {
  /** Of the first admin; null stands for made up. */
  email: string | null;
  password: string | null;
  /** The key that accounts of this machine were made under already, where there are any. */
  credentialKey: string | null;
};
/** What a .env lacks: the lines to add, by name, and the password of the admin where it was made here. */
export type MissingSecrets = { lines: Map<string, string>; madePassword: string | null };

const createRandomText = (encoding: 'base64' | 'base64url', bytes = 32) => randomBytes(bytes).toString(encoding);

/** True where a .env, given as text, says who the first admin is. */
export function hasAdminEmail(text: string): boolean {
  return isSet(parseEnv(text), 'ADMIN_EMAIL');
}

/** What has a value already is left as it is. Throws StartRefused for a value that no .env can carry. */
export function findMissingSecrets(text: string, { email, password, credentialKey }: KnownSecrets): MissingSecrets {
  const known = parseEnv(text);
  const madePassword = password === null && !isSet(known, 'ADMIN_PASSWORD') ? createRandomText('base64url', 15) : null;
  const required = {
    SESSION_SECRET: createRandomText('base64url'),
    CREDENTIAL_KEY: credentialKey ?? createRandomText('base64'),
    INTAKE_SECRET: `whsec_${createRandomText('base64')}`,
    ADMIN_EMAIL: email ?? 'admin@example.com',
    ADMIN_PASSWORD: password ?? madePassword ?? '',
  };
  const missing = Object.entries(required).filter(([name]) => !isSet(known, name));
  return { lines: new Map(missing.map(([name, value]) => [name, `${name}=${quoteValue(name, value)}`])), madePassword };
}

/** The text with the lines added at its end. */
export function appendSecrets(text: string, { lines }: MissingSecrets): string {
  const before = text === '' || text.endsWith('\n') ? text : `${text}\n`;
  return `${before}${[...lines.values()].join('\n')}\n`;
}

function isSet(known: NodeJS.Dict<string>, name: string): boolean {
  return (known[name] ?? '') !== '';
}

/** Within single quotes a $ is a $, to Docker Compose too. */
function quoteValue(name: string, value: string): string {
  if (/^[\w+/=@.-]+$/.test(value)) return value;
  if (/['\r\n\\]/.test(value)) throw new StartupError(`${name} may hold no single quote, backslash or line break`);
  return `'${value}'`;
}
