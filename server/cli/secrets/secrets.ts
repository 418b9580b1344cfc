import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { loadConfig } from '#server/platform/config/config.ts';
import { wrapFsError } from '#server/lib/file-errors.ts';
import { replaceFile } from '#server/lib/replace-file.ts';
import { nonEmpty, loadStorageConfig, type StorageConfig } from '#server/platform/config/storage-config.ts';
import { assertInstallationOfFolder } from '#server/platform/storage/installation.ts';
import { hasEmbeddedLog } from '#server/platform/storage/store-files.ts';
import { openStoredLog } from '#server/platform/storage/stores.ts';
import { printText, runCliCommand } from '../run-command.ts';
import { findMissingSecrets, hasAdminEmail, appendSecrets } from './missing-secrets.ts';

const envFile = '.env';

await runCliCommand({
  invocation: 'npm run secrets --',
  description: `Adds the secrets that Docker Compose requires to .env. It never replaces a value.
ADMIN_EMAIL and ADMIN_PASSWORD name the first admin; on a terminal it asks for a missing email.`,
  options: {},
  run: addSecrets,
});

async function addSecrets(): Promise<void> {
  const text = existsSync(envFile) ? readFileSync(envFile, 'utf8') : '';
  const env = nonEmpty(process.env);
  const email = env['ADMIN_EMAIL'] ?? (hasAdminEmail(text) ? null : await askQuestion('Email of the first admin: '));
  const password = env['ADMIN_PASSWORD'] ?? null;
  if (email !== null) loadConfig({ ADMIN_EMAIL: email, ADMIN_PASSWORD: password ?? 'not made yet' });
  const missing = findMissingSecrets(text, { email, password, credentialKey: await findLocalKey() });
  if (missing.lines.size === 0) return printText(`${envFile} is complete: nothing was changed.\n`);
  wrapFsError(envFile, () => replaceFile(envFile, appendSecrets(text, missing)));
  await printText(`Added to ${envFile}: ${[...missing.lines.keys()].join(', ')}\n`);
  if (missing.madePassword !== null) {
    await printText(`The password of the first admin is ${missing.madePassword}. It is not shown again.\n`);
  }
  await printText('Keep a copy of CREDENTIAL_KEY with your backups: without it no user can sign in.\n');
}

/** Null without a terminal, or for an empty answer. */
async function askQuestion(question: string): Promise<string | null> {
  if (!process.stdin.isTTY) return null;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const answer = (await terminal.question(question)).trim();
    return answer === '' ? null : answer;
  } finally {
    terminal.close();
  }
}

/** Accounts that were created on this machine need their own key. */
async function findLocalKey(): Promise<string | null> {
  const { dataDir } = loadStorageConfig(process.env);
  await assertReadable({ dataDir, eventStoreUrl: null, mongoUrl: null });
  const keyFile = join(dataDir, 'credential.key');
  return existsSync(keyFile) ? wrapFsError(keyFile, () => readFileSync(keyFile, 'utf8').trim()) : null;
}

/** Throws StartupError for a data folder of another format. */
async function assertReadable(folder: StorageConfig): Promise<void> {
  assertInstallationOfFolder(folder);
  if (hasEmbeddedLog(folder)) await (await openStoredLog(folder)).close();
}
