import { defineCommand } from '#server/lib/command-line/command.ts';
import { type PublicKeys, loadPublicKey, parsePublicKeys } from '#server/modules/audit/hash-chain/check-seals.ts';
import { parseExternalSeal } from '#server/modules/audit/hash-chain/external-seal.ts';
import { withTimeout } from '#server/lib/delay.ts';
import { findPublicSealKey } from '#server/modules/audit/hash-chain/seal-key.ts';
import { readWitnessSeals } from '#server/modules/audit/witness/read-witness-seals.ts';
import { findVerifiedSeal, toEarlier, type VerifiedSeal } from '#server/modules/audit/verification/verified-seal.ts';
import type { VerificationVerdict } from '#server/modules/audit/verification/verify-chain.ts';
import { verifyInstallation } from '#server/modules/audit/verification/verify-installation.ts';
import { loadStorageConfig, type StorageConfig } from '#server/platform/config/storage-config.ts';
import { openDocumentsLazily } from '#server/platform/storage/stores.ts';
import { renderVerdict } from './render-verdict.ts';
import { printProgressLine } from '../progress-printer.ts';
import { printText } from '../run-command.ts';

/** In ms. */
const progressIntervalMs = 1_000;
const documentsTimeoutMs = 10_000;

/** Verifies the log against its hash chain and its seals. A failure to verify is one sentence, with exit code 2. */
export const verifyCommand = defineCommand({
  invocation: 'npm run history -- verify',
  description: `Recomputes the hash chain from the log of DATA_DIR (or of EVENTSTORE_URL), also while a server is running, and compares
it with the stored chain and with every seal and its signature. Begins after the last seal up to which the server has
verified the log before, unless --full, --public-key, --seal or --witness is given.`,
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
    witness: {
      type: 'string',
      value: 'FILE',
      description: 'the seals that a witness kept, one a line: detects a log that was rewritten by who holds its key',
    },
    full: { type: 'boolean', description: 'read the whole log, and the files of the stores' },
    json: { type: 'boolean', description: 'the outcome as one JSON object' },
  },
  notes: 'Exit code 0: in order; 1: changed, with the first position that differs; 2: could not be verified.',
  run: async ({ values }) => {
    try {
      const { 'public-key': key, seal, witness, full: isFull = false } = values;
      const inputs = { key, seal, witness, isFull };
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

type VerifyInputs = Record<'key' | 'seal' | 'witness', string | undefined> & { isFull: boolean };

async function runVerification(
  storageConfig: StorageConfig,
  { key, seal, witness, isFull }: VerifyInputs,
  isJson: boolean,
): Promise<void> {
  const auditorSeals = seal === undefined ? [] : [parseExternalSeal(seal)];
  const { keys, verifiedSeal } =
    key === undefined ? await loadRemembered(storageConfig) : { keys: loadPublicKey(key), verifiedSeal: null };
  const witnessSeals = witness === undefined ? [] : readWitnessSeals(witness, keys);
  const externalSeals = [...auditorSeals, ...witnessSeals];
  const began = performance.now();
  const onProgress = (events: number) => printProgressLine(`${events.toLocaleString('en-US')} events`);
  const evidence = { keys, externalSeals, verifiedSeal, isFull: isFull || externalSeals.length > 0 };
  const options = { ...evidence, onProgress, progressIntervalMs };
  const { verdict, storedLength } = await verifyInstallation(storageConfig, options);
  if (verdict.difference === null && externalSeals.length === 0 && !hasEvidence(verdict, storedLength))
    throw new Error(nothingToCompareMessage);
  const seconds = (performance.now() - began) / 1_000;
  const outcome = {
    ...verdict,
    earlier: toEarlier(verdict.from, verifiedSeal),
    ok: verdict.difference === null,
    kept: storedLength,
    witnessed: witnessSeals.length,
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

type Remembered = { keys: PublicKeys; verifiedSeal: VerifiedSeal | null };

/** What the server stored; nothing where it never sealed, or its documents cannot be read here. */
async function loadRemembered(storageConfig: StorageConfig): Promise<Remembered> {
  const documents = openDocumentsLazily(storageConfig);
  try {
    const reading = Promise.all([findPublicSealKey(documents), findVerifiedSeal(documents)]);
    const [key, verifiedSeal] = await withTimeout(reading, documentsTimeoutMs, () => [null, null] as const);
    return { keys: parsePublicKeys(key ? [key.publicKey] : []), verifiedSeal };
  } catch {
    return { keys: new Map(), verifiedSeal: null };
  } finally {
    await documents.close();
  }
}
