import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { loadConfig } from '#server/platform/config/config.ts';
import { orRefused } from '#server/lib/file-errors.ts';
import { givenIn, loadPlaces } from '#server/platform/config/places.ts';
import { print, run } from '../run.ts';
import { missingSecrets, namesAdmin, withSecrets } from './secrets-missing.ts';

const file = '.env';

// Writes what the product must be given into .env, beside what is there; no value is ever replaced.
await run(async () => {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const env = givenIn(process.env);
  const email = env['ADMIN_EMAIL'] ?? (namesAdmin(text) ? null : await asked('E-mail of the first admin: '));
  const password = env['ADMIN_PASSWORD'] ?? null;
  if (email !== null) loadConfig({ ADMIN_EMAIL: email, ADMIN_PASSWORD: password ?? 'not made yet' });
  const missing = missingSecrets(text, { email, password, credentialKey: keyHere() });
  if (missing.lines.size === 0) return print(`${file} has all that is needed: nothing was changed.\n`);
  write(withSecrets(text, missing));
  await print(`Added to ${file}: ${[...missing.lines.keys()].join(', ')}\n`);
  if (missing.madePassword !== null) {
    await print(`The password of the first admin is ${missing.madePassword} and is not shown again.\n`);
  }
  await print('Keep a copy of CREDENTIAL_KEY with your backups: without it nobody can sign in.\n');
});

/** Null where nobody is there to answer, or nothing is said. */
async function asked(question: string): Promise<string | null> {
  if (!process.stdin.isTTY) return null;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const answer = (await terminal.question(question)).trim();
    return answer === '' ? null : answer;
  } finally {
    terminal.close();
  }
}

/** Accounts that were made on this machine stay good only under their own key. */
function keyHere(): string | null {
  const kept = join(loadPlaces(process.env).dataDir, 'credential.key');
  return existsSync(kept) ? orRefused(kept, () => readFileSync(kept, 'utf8').trim()) : null;
}

/** Whole or not at all, and for its owner alone from its first moment on. */
function write(text: string): void {
  orRefused(file, () => {
    const unfinished = `${file}.new`;
    rmSync(unfinished, { force: true });
    writeFileSync(unfinished, text, { mode: 0o600, flag: 'wx', flush: true });
    renameSync(unfinished, file);
  });
}
