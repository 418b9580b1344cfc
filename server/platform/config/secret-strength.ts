import { StartupError } from '#server/lib/errors.ts';

const minBytes = 16;
// Of 16 random bytes fewer than 8 different ones are out of the question.
const minDifferentBytes = 8;

type Secrets = Record<
  'SESSION_SECRET' | 'CREDENTIAL_KEY' | 'INTAKE_SECRET' | 'PAYMENT_WEBHOOK_SECRET' | 'WITNESS_SECRET' | 'METRICS_TOKEN',
  string | null
>;

/** Whether a secret is too long and too varied to be guessed. */
export function isStrongSecret(bytes: Buffer): boolean {
  return bytes.length >= minBytes && new Set(bytes).size >= minDifferentBytes;
}

/** Throws StartupError for the first secret that can be guessed. The secret is never quoted. */
export function assertStrongSecrets(secrets: Secrets): void {
  const decoded: [string, string | null, BufferEncoding][] = [
    ['SESSION_SECRET', secrets.SESSION_SECRET, 'utf8'],
    ['INTAKE_SECRET', dropPrefix(secrets.INTAKE_SECRET), 'base64'],
    ['PAYMENT_WEBHOOK_SECRET', dropPrefix(secrets.PAYMENT_WEBHOOK_SECRET), 'utf8'],
    ['WITNESS_SECRET', dropPrefix(secrets.WITNESS_SECRET), 'base64'],
    ['METRICS_TOKEN', secrets.METRICS_TOKEN, 'utf8'],
  ];
  for (const [name, text, encoding] of decoded) {
    if (text === null || isStrongSecret(Buffer.from(text, encoding))) continue;
    throw new StartupError(
      `${name} is too easy to guess: give at least ${minBytes} random bytes, as \`npm run secrets\` or \`openssl rand -base64 32\` makes`,
    );
  }
  if (secrets.CREDENTIAL_KEY === null || isStrongSecret(Buffer.from(secrets.CREDENTIAL_KEY, 'base64'))) return;
  throw new StartupError(
    'CREDENTIAL_KEY is too easy to guess: make one with `openssl rand -base64 32`, and replace one in use by `npm run keys -- rotate`',
  );
}

function dropPrefix(text: string | null): string | null {
  return text?.replace(/^whsec_/, '') ?? null;
}
