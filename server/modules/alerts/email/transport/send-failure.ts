/**
 * Why a mail was not taken; a final refusal is not asked again. `text` is free of the address. `noSuchAddress` is the
 * status of RFC 3463 where the server knows that nobody is there to take mail, else null.
 */
export type SendFailure = { isFinal: boolean; code: string; text: string; noSuchAddress: string | null };

const maxErrorLength = 300;
/** Bad, moved or closed mailboxes and domains; what else is refused may be the fault of the mail or of its sender. */
const badAddressPattern = /\b5\.(?:1\.(?:1|2|3|6|10)|2\.1)\b/;

/**
 * Reads what nodemailer throws. Final is only what concerns this mail: a receiver or words that are refused. A server
 * that lets nobody in, offers no TLS or does not know our sender is the operator's to mend, and may take it later.
 */
export function toSendFailure(error: unknown, to: string): SendFailure {
  const failure: Partial<NodemailerError> & Error = error instanceof Error ? error : new Error('Unknown failure');
  const { code = 'UNKNOWN', responseCode: status = 0, command = '' } = failure;
  const isRefusal = code === 'EENVELOPE' || code === 'EMESSAGE';
  const isFinal = isRefusal && command !== 'MAIL FROM' && (status === 0 || status >= 500);
  const text = failure.message.replaceAll(to, 'the address').slice(0, maxErrorLength);
  return {
    isFinal,
    code: status > 0 ? `${code} ${status}` : code,
    text,
    noSuchAddress: findBadAddressStatus(command, failure.message),
  };
}

function findBadAddressStatus(command: string, message: string): string | null {
  return command === 'RCPT TO' ? (badAddressPattern.exec(message)?.[0] ?? null) : null;
}

/** What nodemailer adds to its errors. */
type NodemailerError = { code: string; responseCode: number; command: string };
