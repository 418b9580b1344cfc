import { defineCommand } from '#server/lib/command-line/command.ts';
import { type PublicKeys, loadPublicKey, parsePublicKeys } from '#server/modules/audit/hash-chain/check-seals.ts';
import { parseExternalSeal } from '#server/modules/audit/hash-chain/external-seal.ts';
import { withTimeout } from '#server/lib/delay.ts';
import { findPublicSealKey } from '#server/modules/audit/hash-chain/seal-key.ts';
import type { VerificationVerdict } from '#server/modules/audit/verification/verify-chain.ts';
import { verifyInstallation } from '#server/modules/audit/verification/verify-installation.ts';
import { loadStorageConfig, type StorageConfig } from '#server/platform/config/storage-config.ts';
import { openDocumentsLazily } from '#server/platform/storage/stores.ts';
import { renderVerdict } from './render-verdict.ts';
import { printProgressLine } from '../progress-printer.ts';
import { printText } from '../run-command.ts';

/** In ms. */
const progressIntervalMs = 1_000;
const keyTimeoutMs = 10_000;

/** Verifies the log against its hash chain and its seals. A failure to verify is one sentence, with exit code 2. */
export const verifyCommand = defineCommand({
  invocation: 'npm run history -- verify',
  description: `Recomputes the hash chain from the log of DATA_DIR (or of EVENTSTORE_URL), also while a server is running, and compares
it with the stored chain and with every seal and its signature.`,
  options: {
    'public-key': {
      type: 'string',
      value: 'KEY',
      description: 'the public key for the seals that you keep elsewhere: a file, or the key in PEM or base64',
    },
    seal: {
      type: 'string',
      value: 'EVENTS:HASH',
      description:
        'a seal that you keep elsewhere: detects a log that was cut off, or recreated with its chain and seals',
    },
    json: { type: 'boolean', description: 'the outcome as one JSON object' },
  },
  notes: 'Exit code 0: in order; 1: changed, with the first position that differs; 2: could not be verified.',
  run: async ({ values }) => {
    try {
      const inputs = { key: values['public-key'], seal: values.seal };
      await runVerification(loadStorageConfig(process.env), inputs, values.json ?? false);
    } catch (error) {
      console.error(error instanceof Error ? error.message : error);
      process.exitCode = 2;
    }
  },
});

/** Attaches a key in PEM format to its option, because it begins as an option does. */
export function joinPemArgument(args: string[]): string[] {
  const key = args.findIndex((arg) => arg.startsWith('-----BEGIN'));
  return key < 1 ? args : [...args.slice(0, key - 1), `${args[key - 1]}=${args[key]}`, ...args.slice(key + 1)];
}

type VerifyInputs = { key: string | undefined; seal: string | undefined };

async function runVerification(
  storageConfig: StorageConfig,
  { key, seal }: VerifyInputs,
  isJson: boolean,
): Promise<void> {
  const externalSeal = seal === undefined ? null : parseExternalSeal(seal);
  const keys = key === undefined ? await loadPublicKeys(storageConfig) : loadPublicKey(key);
  const began = performance.now();
  const onProgress = (events: number) => printProgressLine(`${events.toLocaleString('en-US')} events`);
  const options = { keys, externalSeal, onProgress, progressIntervalMs };
  const { verdict, storedLength } = await verifyInstallation(storageConfig, options);
  if (verdict.difference === null && externalSeal === null && !hasEvidence(verdict, storedLength))
    throw new Error(nothingToCompareMessage);
  const seconds = (performance.now() - began) / 1_000;
  const outcome = {
    ...verdict,
    ok: verdict.difference === null,
    kept: storedLength,
    seconds: Math.round(seconds * 1_000) / 1_000,
  };
  await printText(isJson ? `${JSON.stringify(outcome)}\n` : renderVerdict({ ...outcome, storedLength }));
  if (!outcome.ok) process.exitCode = 1;
}

const nothingToCompareMessage =
  'The log cannot be verified: there is no stored chain, and no seal of the log is valid.';

/** Whether anything other than the log itself attests its content. */
function hasEvidence({ events, seals }: VerificationVerdict, storedLength: number | null): boolean {
  return events === 0 || (storedLength ?? 0) > 0 || seals.some(({ state }) => state === 'good');
}

/** The seals that the server stored; empty where it never sealed, or its documents cannot be read here. */
async function loadPublicKeys(storageConfig: StorageConfig): Promise<PublicKeys> {
  const documents = openDocumentsLazily(storageConfig);
  try {
    const key = await withTimeout(findPublicSealKey(documents), keyTimeoutMs, () => null);
    return parsePublicKeys(key ? [key.publicKey] : []);
  } catch {
    return new Map();
  } finally {
    await documents.close();
  }
}
