import type { EarlierVerification, SealCheck } from '#domain/history/contract.ts';
import type { VerificationVerdict } from '#server/modules/audit/verification/verify-chain.ts';

type VerifyOutcome = VerificationVerdict & {
  ok: boolean;
  earlier: EarlierVerification | null;
  storedLength: number | null;
  /** How many seals of a witness the log was held against. */
  witnessed: number;
  seconds: number;
};

/** The result of a verification, for people. */
export function renderVerdict({ from, events, upTo, seals, storedLength, seconds, ...outcome }: VerifyOutcome): string {
  const { difference, earlier, witnessed } = outcome;
  const readCount = events - from + 1;
  const rate = Math.round(readCount / Math.max(seconds, 0.001));
  const lines = [
    ...(earlier === null ? [] : [renderEarlier(from, earlier)]),
    `${formatCount(readCount, 'event')} in order, up to position ${upTo} (${seconds.toFixed(1)} s, ${formatNumber(rate)} a second).`,
    storedLength === null
      ? 'There is no chain kept beside the views here: only the seals tell.'
      : `The chain kept beside the views covers ${formatCount(storedLength, 'event')}.`,
    renderSeals(seals),
  ];
  if (difference === null && witnessed > 0)
    lines.push(`The log agrees with ${formatCount(witnessed, 'seal')} of the witness.`);
  if (difference === null) return `${[...lines, 'Log verified: no changes detected.'].join('\n')}\n`;
  const { position, kind, sentence } = difference;
  const where = position === null ? '' : ` at position ${position}`;
  return `${[...lines, `FIRST DIFFERENCE${where} (${kind}): ${sentence}`].join('\n')}\n`;
}

function renderEarlier(from: number, { at, fullAt }: EarlierVerification): string {
  return `Read from event ${formatNumber(from)} on: all before it was verified at ${at}, and the whole log last read at ${fullAt}. Read it all with --full.`;
}

function renderSeals(seals: SealCheck[]): string {
  const last = seals.at(-1);
  if (!last) return 'The log has no seal yet. The first daily seal is due tomorrow.';
  const good = seals.filter(({ state }) => state === 'good').length;
  const all = good === seals.length ? 'all good' : `${formatNumber(good)} good`;
  return `${formatCount(seals.length, 'seal')}, ${all}; the last, of ${last.at}, covers ${formatCount(last.ordinal, 'event')}.\nTo note elsewhere, and hold the log against later: --seal ${last.ordinal}:${last.hash}`;
}

function formatCount(count: number, what: string): string {
  return `${formatNumber(count)} ${what}${count === 1 ? '' : 's'}`;
}

function formatNumber(count: number): string {
  return count.toLocaleString('en-US');
}
