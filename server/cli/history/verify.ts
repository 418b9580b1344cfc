import { setTimeout } from 'node:timers/promises';
import { type PublicKeys, publicKeyFrom, publicKeys } from '#server/modules/audit/hash-chain/judge-seals.ts';
import { chainIn } from '#server/modules/audit/hash-chain/chain-blocks.ts';
import { type NotedSeal, notedSeal } from '#server/modules/audit/hash-chain/noted-seal.ts';
import { publicSealKey } from '#server/modules/audit/hash-chain/seal-key.ts';
import { type Verdict, verify } from '#server/modules/audit/verification/verify.ts';
import { loadPlaces, type Places } from '#server/platform/config/places.ts';
import {
  documentsWhenNeeded,
  hasHistoryViews,
  openHistoryViews,
  openStoredLog,
} from '#server/platform/storage/stores.ts';
import { argumentsOf } from '../arguments.ts';
import { verdictText } from './verdict.ts';
import { print } from '../run.ts';

const usage = `npm run history -- verify [--public-key KEY] [--seal EVENTS:HASH] [--json]

Computes the hash chain anew from the log of DATA_DIR (or of EVENTSTORE_URL), also while a server is running, and holds
it against the chain kept beside the views and against every seal and its signature.

  --public-key KEY  the key of the seals as you keep it elsewhere: a file, or the key itself, PEM or base64; without it
                    the one that the server keeps
  --seal EVENTS:HASH  a seal as an earlier verification printed it and you keep it elsewhere: it tells of a log that was
                    cut short or made anew with its chain and all of its seals
  --json            the outcome as one JSON object
  --help            this

Exit code 0: all is in order; 1: it is not, and the first position that differs is named; 2: it could not be verified.
`;

/** In ms. */
const betweenLines = 1_000;

/** Never throws: what keeps it from verifying is a sentence, and exit code 2. */
export async function command(args: string[]): Promise<void> {
  try {
    const options = {
      'public-key': { type: 'string' },
      seal: { type: 'string' },
      json: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    } as const;
    const { values } = argumentsOf({ args: joined(args), options }, 'history -- verify');
    if (values.help === true) await print(usage);
    else await tell(loadPlaces(process.env), { key: values['public-key'], seal: values.seal }, values.json ?? false);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 2;
  }
}

/** A key in PEM begins as an option does, and is none. */
function joined(args: string[]): string[] {
  const key = args.findIndex((arg) => arg.startsWith('-----BEGIN'));
  return key < 1 ? args : [...args.slice(0, key - 1), `${args[key - 1]}=${args[key]}`, ...args.slice(key + 1)];
}

type Given = { key: string | undefined; seal: string | undefined };

async function tell(places: Places, { key, seal }: Given, isJson: boolean): Promise<void> {
  const noted = seal === undefined ? null : notedSeal(seal);
  const keys = key === undefined ? await keptKeys(places) : publicKeyFrom(key);
  const began = performance.now();
  const { verdict, kept } = await verified(places, { keys, noted });
  if (verdict.difference === null && noted === null && !isHeld(verdict, kept)) throw new Error(nothingToHold);
  const seconds = (performance.now() - began) / 1_000;
  const outcome = { ...verdict, ok: verdict.difference === null, kept, seconds: Math.round(seconds * 1_000) / 1_000 };
  await print(isJson ? `${JSON.stringify(outcome)}\n` : verdictText(outcome));
  if (!outcome.ok) process.exitCode = 1;
}

const nothingToHold =
  'There is nothing to hold the log against: no chain is kept beside the views, and no seal of the log is good.';

/** Whether anything but the log itself says what was written. */
function isHeld({ events, seals }: Verdict, kept: number | null): boolean {
  return events === 0 || (kept ?? 0) > 0 || seals.some(({ state }) => state === 'good');
}

type Against = { keys: PublicKeys; noted: NotedSeal | null };

async function verified(places: Places, against: Against): Promise<{ verdict: Verdict; kept: number | null }> {
  const stored = await openStoredLog(places);
  const views = hasHistoryViews(places) ? await openHistoryViews(places) : null;
  const chain = views && chainIn(views);
  let last = performance.now();
  const onProgress = (events: number) => {
    if (performance.now() - last < betweenLines) return;
    last = performance.now();
    const line = `${events.toLocaleString('en-US')} events`;
    process.stderr.write(process.stderr.isTTY ? `\r${line} ` : `${line}\n`);
  };
  try {
    const verdict = await verify({ stored, chain, ...against, onProgress });
    return { verdict, kept: chain && (await chain.length()) };
  } finally {
    await Promise.all([stored.close(), views?.close()]);
  }
}

/** Those that the server keeps; none where it never sealed, or its documents cannot be read here. */
async function keptKeys(places: Places): Promise<PublicKeys> {
  const documents = documentsWhenNeeded(places);
  try {
    const key = await Promise.race([publicSealKey(documents), setTimeout(10_000, null, { ref: false })]);
    return publicKeys(key ? [key.publicKey] : []);
  } catch {
    return new Map();
  } finally {
    await documents.close();
  }
}
