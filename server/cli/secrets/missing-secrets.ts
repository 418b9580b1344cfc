import { randomBytes } from 'node:crypto';
import { parseEnv } from 'node:util';
import { StartupError } from '#server/lib/errors.ts';

type KnownSecrets = {
  /** Of the first admin; null means that it is generated. */
  email: string | null;
  password: string | null;
  /** The existing key of the accounts on this machine, if any. */
  credentialKey: string | null;
};
/** The lines that a .env lacks, by name, and the password of the admin where it was generated here. */
export type MissingSecrets = { lines: Map<string, string>; madePassword: string | null };

const createRandomText = (encoding: 'base64' | 'base64url', bytes = 32) => randomBytes(bytes).toString(encoding);

/** True where a .env, given as text, names the first admin. */
export function hasAdminEmail(text: string): boolean {
  return isSet(parseEnv(text), 'ADMIN_EMAIL');
}

/** Existing values stay unchanged. Throws StartupError for a value that no .env can contain. */
export function findMissingSecrets(text: string, { email, password, credentialKey }: KnownSecrets): MissingSecrets {
  const env = parseEnv(text);
  const madePassword = password === null && !isSet(env, 'ADMIN_PASSWORD') ? createRandomText('base64url', 15) : null;
  const required = {
    SESSION_SECRET: createRandomText('base64url'),
    CREDENTIAL_KEY: credentialKey ?? createRandomText('base64'),
    INTAKE_SECRET: `whsec_${createRandomText('base64')}`,
    ADMIN_EMAIL: email ?? 'admin@example.com',
    ADMIN_PASSWORD: password ?? madePassword ?? '',
  };
  const missing = Object.entries(required).filter(([name]) => !isSet(env, name));
  return { lines: new Map(missing.map(([name, value]) => [name, `${name}=${quoteValue(name, value)}`])), madePassword };
}

/** The text with the lines appended. */
export function appendSecrets(text: string, { lines }: MissingSecrets): string {
  const before = text === '' || text.endsWith('\n') ? text : `${text}\n`;
  return `${before}${[...lines.values()].join('\n')}\n`;
}

function isSet(env: NodeJS.Dict<string>, name: string): boolean {
  return (env[name] ?? '') !== '';
}

/** Within single quotes a $ is literal, to Docker Compose too. */
function quoteValue(name: string, value: string): string {
  if (/^[\w+/=@.-]+$/.test(value)) return value;
  if (/['\r\n\\]/.test(value)) throw new StartupError(`${name} may hold no single quote, backslash or line break`);
  return `'${value}'`;
}
