import { type PublicKeys, loadPublicKey, parsePublicKeys } from '#server/modules/audit/hash-chain/check-seals.ts';
import { parseExternalSeal } from '#server/modules/audit/hash-chain/external-seal.ts';
import { withTimeout } from '#server/lib/delay.ts';
import { findPublicSealKey } from '#server/modules/audit/hash-chain/seal-key.ts';
import type { VerificationVerdict } from '#server/modules/audit/verification/verify-chain.ts';
import { verifyInstallation } from '#server/modules/audit/verification/verify-installation.ts';
import { loadStorageConfig, type StorageConfig } from '#server/platform/config/storage-config.ts';
import { openDocumentsLazily } from '#server/platform/storage/stores.ts';
import { parseArguments } from '../parse-arguments.ts';
import { renderVerdict } from './render-verdict.ts';
import { printProgressLine } from '../progress-printer.ts';
import { printText } from '../run-command.ts';

const usage = `npm run history -- verify [--public-key KEY] [--seal EVENTS:HASH] [--json]

Recomputes the hash chain from the log of DATA_DIR (or of EVENTSTORE_URL), also while a server is running, and holds
it against the chain kept beside the views and against every seal and its signature.

  --public-key KEY  the key of the seals as you keep it elsewhere: a file, or the key itself, PEM or base64; without it
                    the one that the server keeps
  --seal EVENTS:HASH  a seal as an earlier verification printed it and you keep it elsewhere: it tells of a log that was
                    cut short or replaced together with its chain and all seals
  --json            the outcome as one JSON object
  --help            this

Exit codes: 0, no changes detected; 1, changes detected, with the first position that differs; 2, the log could not be verified.
`;

/** In ms. */
const progressIntervalMs = 1_000;
const keyTimeoutMs = 10_000;

/** Never throws: a failure to verify is reported as a sentence, with exit code 2. */
export async function verifyHistory(args: string[]): Promise<void> {
  try {
    const options = {
      'public-key': { type: 'string' },
      seal: { type: 'string' },
      json: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    } as const;
    const { values } = parseArguments({ args: joinPemArgument(args), options }, 'history -- verify');
    if (values.help === true) await printText(usage);
    else
      await runVerification(
        loadStorageConfig(process.env),
        { key: values['public-key'], seal: values.seal },
        values.json ?? false,
      );
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 2;
  }
}

/** A key in PEM format begins as an option does, but is none. */
function joinPemArgument(args: string[]): string[] {
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
  const { verdict, storedLength: kept } = await verifyInstallation(storageConfig, options);
  if (verdict.difference === null && externalSeal === null && !hasEvidence(verdict, kept))
    throw new Error(nothingToCompareMessage);
  const seconds = (performance.now() - began) / 1_000;
  const outcome = {
    ...verdict,
    ok: verdict.difference === null,
    kept,
    seconds: Math.round(seconds * 1_000) / 1_000,
  };
  await printText(isJson ? `${JSON.stringify(outcome)}\n` : renderVerdict(outcome));
  if (!outcome.ok) process.exitCode = 1;
}

const nothingToCompareMessage =
  'There is nothing to hold the log against: no chain is kept beside the views, and no seal of the log is good.';

/** Whether anything other than the log itself attests its content. */
function hasEvidence({ events, seals }: VerificationVerdict, kept: number | null): boolean {
  return events === 0 || (kept ?? 0) > 0 || seals.some(({ state }) => state === 'good');
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
