import { describeCertificateProblem } from '#server/lib/network/certificate-problem.ts';

/**
 * Why a mail was not accepted; a mail with a final refusal is not retried. `text` does not contain the address.
 * `noSuchAddress` is the status of RFC 3463 where the server reports that the mailbox does not exist, else null.
 */
export type MailFailure = { isFinal: boolean; code: string; text: string; noSuchAddress: string | null };

const maxErrorLength = 300;
/** Bad, moved or closed mailboxes and domains; any other refusal may be caused by the mail or its sender. */
const badAddressPattern = /\b5\.(?:1\.(?:1|2|3|6|10)|2\.1)\b/;

/**
 * Reads what nodemailer throws. Only a refusal of this mail is final: of its receiver or its content. A server that
 * refuses the sign-in, offers no TLS or does not know our sender is for the operator to fix, and may accept the mail
 * later.
 */
export function toMailFailure(error: unknown, to: string): MailFailure {
  const failure: Partial<NodemailerError> & Error = error instanceof Error ? error : new Error('Unknown failure');
  const { code = 'UNKNOWN', responseCode: status = 0, command = '' } = failure;
  const isRefusal = code === 'EENVELOPE' || code === 'EMESSAGE';
  const isFinal = isRefusal && command !== 'MAIL FROM' && (status === 0 || status >= 500);
  const text = describeFailure(failure, to).slice(0, maxErrorLength);
  return {
    isFinal,
    code: status > 0 ? `${code} ${status}` : code,
    text,
    noSuchAddress: findBadAddressStatus(command, failure.message),
  };
}

function describeFailure({ code = '', originalCode = code, message }: Partial<NodemailerError> & Error, to: string) {
  const certificateProblem = describeCertificateProblem(originalCode);
  if (certificateProblem !== null) return `The mail server cannot be used: ${certificateProblem}`;
  return message.replaceAll(to, 'the address');
}

function findBadAddressStatus(command: string, message: string): string | null {
  return command === 'RCPT TO' ? (badAddressPattern.exec(message)?.[0] ?? null) : null;
}

/** What nodemailer adds to its errors; `originalCode` is that of the system or of TLS. */
type NodemailerError = { code: string; originalCode: string; responseCode: number; command: string };
