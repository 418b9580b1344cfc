import { randomBytes } from 'node:crypto';
import { parseEnv } from 'node:util';
import { StartRefused } from '#server/lib/errors.ts';

type Given = {
  /** Of the first admin; null stands for made up. */
  email: string | null;
  password: string | null;
  /** The key that accounts of this machine were made under already, where there are any. */
  credentialKey: string | null;
};
/** What a .env lacks: the lines to add, by name, and the password of the admin where it was made here. */
export type Missing = { lines: Map<string, string>; madePassword: string | null };

const random = (encoding: 'base64' | 'base64url', bytes = 32) => randomBytes(bytes).toString(encoding);

/** True where a .env, given as text, says who the first admin is. */
export function namesAdmin(text: string): boolean {
  return isSet(parseEnv(text), 'ADMIN_EMAIL');
}

/** What has a value already is left as it is. Throws StartRefused for a value that no .env can carry. */
export function missingSecrets(text: string, { email, password, credentialKey }: Given): Missing {
  const known = parseEnv(text);
  const madePassword = password === null && !isSet(known, 'ADMIN_PASSWORD') ? random('base64url', 15) : null;
  const wanted = {
    SESSION_SECRET: random('base64url'),
    CREDENTIAL_KEY: credentialKey ?? random('base64'),
    INTAKE_SECRET: `whsec_${random('base64')}`,
    ADMIN_EMAIL: email ?? 'admin@example.com',
    ADMIN_PASSWORD: password ?? madePassword ?? '',
  };
  const missing = Object.entries(wanted).filter(([name]) => !isSet(known, name));
  return { lines: new Map(missing.map(([name, value]) => [name, `${name}=${quoted(name, value)}`])), madePassword };
}

/** The text with the lines added at its end. */
export function withSecrets(text: string, { lines }: Missing): string {
  const before = text === '' || text.endsWith('\n') ? text : `${text}\n`;
  return `${before}${[...lines.values()].join('\n')}\n`;
}

function isSet(known: NodeJS.Dict<string>, name: string): boolean {
  return (known[name] ?? '') !== '';
}

/** Within single quotes a $ is a $, to Docker Compose too. */
function quoted(name: string, value: string): string {
  if (/^[\w+/=@.-]+$/.test(value)) return value;
  if (/['\r\n\\]/.test(value)) throw new StartRefused(`${name} may hold no single quote, backslash or line break`);
  return `'${value}'`;
}
