import type { SenderPlace } from '#server/platform/config/mail-intake-config.ts';
import type { ParsedIntakeMail } from './parse-mail.ts';

/** Senders whose offers are taken: domains, including subdomains, and single addresses. Lower case. */
export type TrustedSenders = readonly string[];

/**
 * Why the offers of a mail wait for review; null if they need not. `isSigned`: it came through the signed webhook,
 * whose operator vouches for it if no senders are listed.
 */
export function whyUntrusted(
  mail: Pick<ParsedIntakeMail, 'sender' | 'authentication'>,
  trusted: TrustedSenders,
  isSigned: boolean,
): string | null {
  const domain = getDomain(mail.sender);
  if (isForged(mail.authentication))
    return `The mail server says that this email does not come from ${domain}, as it claims`;
  if (trusted.length === 0) {
    return isSigned ? null : 'No accepted senders are listed (INTAKE_EMAIL_FROM)';
  }
  const isListed = trusted.some((one) => isSender(one, mail.sender));
  return isListed ? null : `${domain} is not an accepted sender (INTAKE_EMAIL_FROM)`;
}

/** Whether a sender is this address, or of this domain. */
function isSender(listed: string, sender: string): boolean {
  const domain = getDomain(sender);
  return listed === sender || listed === domain || (!listed.includes('@') && domain.endsWith(`.${listed}`));
}

/** The place of a sender; that of the closest entry. */
export function findSenderPlace(sender: string, places: readonly SenderPlace[]): SenderPlace['place'] {
  const [closest] = places
    .filter((place) => isSender(place.sender, sender))
    .toSorted((a, b) => b.sender.length - a.sender.length);
  return closest?.place ?? {};
}

export function getDomain(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1);
}

/** DMARC decides; without it a sender is forged if both SPF and DKIM were checked and neither passed. */
function isForged(results: string): boolean {
  const resultOf = (method: string) => new RegExp(`\\b${method}\\s*=\\s*(\\w+)`, 'i').exec(results)?.[1]?.toLowerCase();
  const dmarc = resultOf('dmarc');
  if (dmarc === 'fail') return true;
  const [spf, dkim] = [resultOf('spf'), resultOf('dkim')];
  return dmarc !== 'pass' && spf === 'fail' && dkim !== undefined && dkim !== 'pass';
}
