/** Why a mail was not taken; a final refusal is not asked again. `text` is free of the address. */
export type Failure = { isFinal: boolean; code: string; text: string };

const longest = 300;

/** Reads what nodemailer throws. A server that lets nobody in may let us in later: that is the operator's to mend. */
export function failureOf(error: unknown, to: string): Failure {
  const known = error instanceof Error ? error : new Error('Unknown failure');
  const code = 'code' in known ? String(known.code) : 'UNKNOWN';
  const status = 'responseCode' in known ? Number(known.responseCode) : 0;
  const isFinal = (status >= 500 && code !== 'EAUTH') || (code === 'EENVELOPE' && status === 0);
  const text = known.message.replaceAll(to, 'the address').slice(0, longest);
  return { isFinal, code: status > 0 ? `${code} ${status}` : code, text };
}
