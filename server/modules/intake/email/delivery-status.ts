import type { ParsedMail } from 'mailparser';

/** An address that permanently takes no mail. `status` is an enhanced status code (RFC 3463). */
export type Bounce = { address: string; status: string };

/**
 * The addresses that a delivery status notification (RFC 3464) reports as permanently failed, without those that may
 * still be delivered later. Null for any other mail.
 */
export function parseBounces({ attachments }: Pick<ParsedMail, 'attachments'>): Bounce[] | null {
  const reports = attachments.filter(({ contentType }) => /^message\/(?:global-)?delivery-status$/i.test(contentType));
  if (reports.length === 0) return null;
  return reports.flatMap(({ content }) => readFailed(content.toString()));
}

/** A block about the report itself, and one for each recipient. */
function readFailed(report: string): Bounce[] {
  const blocks = report.split(/\r?\n[^\S\n]*\r?\n/).map((block) => parseFields(block));
  return blocks.flatMap((fields) => {
    const status = /^5\.\d{1,3}\.\d{1,3}/.exec(fields.get('status') ?? '')?.[0];
    const hasFailed = /^failed\b/i.test(fields.get('action') ?? '');
    if (status === undefined || !hasFailed) return [];
    // The original recipient is the address we wrote to; the final one may be a forwarding target.
    const address = parseAddress(fields.get('original-recipient')) || parseAddress(fields.get('final-recipient'));
    return address === '' ? [] : [{ address, status }];
  });
}

function parseFields(block: string): Map<string, string> {
  const lines = block.replaceAll(/\r?\n[^\S\n]+/g, ' ').split(/\r?\n/);
  const fields = new Map<string, string>();
  for (const line of lines) {
    const [, name = '', value = ''] = /^([\w-]+)\s*:(.*)$/.exec(line) ?? [];
    if (name !== '') fields.set(name.toLowerCase(), value.trim());
  }
  return fields;
}

/** 'rfc822; ann@example.com' */
function parseAddress(field = ''): string {
  const address = field.replace(/^[\w-]+\s*;/, '').replaceAll(/[<>\s]/g, '');
  return address.includes('@') ? address : '';
}
