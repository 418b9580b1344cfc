import { describe, expect, it } from 'vitest';
import { parseMail } from './parse-mail.ts';

const report = (fields: string, { type = 'message/delivery-status', from = 'MAILER-DAEMON@mx.example' } = {}) =>
  Buffer.from(
    [
      `From: ${from}`,
      'Subject: Undelivered Mail Returned to Sender',
      'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
      '',
      '--b',
      'Content-Type: text/plain',
      '',
      'I am sorry to have to inform you.',
      '--b',
      `Content-Type: ${type}`,
      '',
      fields,
      '--b',
      'Content-Type: text/rfc822-headers',
      '',
      'Subject: New listing in your area',
      '--b--',
    ]
      .join('\n')
      .replaceAll('\n', '\r\n'),
  );
const ofMta = 'Reporting-MTA: dns; mx.example\nArrival-Date: Tue, 10 Mar 2026 10:00:00 +0000\n';
const receiver = (more: string) => `${ofMta}\n${more}\n`;
const bouncesOf = async (raw: Buffer) => (await parseMail(raw)).bounces;

describe('a report of mail that came back', () => {
  it('A report of mail that came back gives the address and its status', async () => {
    const fields =
      'Final-Recipient: rfc822; ann@example.com\nAction: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 none\n such user';
    expect(await bouncesOf(report(receiver(fields)))).toEqual([{ address: 'ann@example.com', status: '5.1.1' }]);
  });

  it('A report of mail that came back refers to the address that the mail was sent to, wherever it was forwarded', async () => {
    const fields =
      'Original-Recipient: rfc822;ann@example.com\nFinal-Recipient: rfc822;box17@elsewhere.example\nAction: failed\nStatus: 5.2.1';
    expect(await bouncesOf(report(receiver(fields)))).toEqual([{ address: 'ann@example.com', status: '5.2.1' }]);
  });

  it('A report of mail that came back may contain several addresses, some of which are still being retried', async () => {
    const fields = [
      'Final-Recipient: rfc822; a@example.com\nAction: failed\nStatus: 5.1.1 (no such user)\n',
      'Final-Recipient: rfc822; b@example.com\nAction: delayed\nStatus: 4.4.1\n',
      'Final-Recipient: rfc822; c@example.com\nAction: FAILED\nStatus: 5.7.26\n',
      'Final-Recipient: rfc822; d@example.com\nAction: failed\nStatus: 4.2.2\n',
      'Final-Recipient: rfc822; e@example.com\nAction: delivered\nStatus: 2.0.0\n',
      'Final-Recipient: rfc822; f@example.com\nAction: failed\n',
      'Final-Recipient: x400; none\nAction: failed\nStatus: 5.0.0\n',
    ].join('\n');
    expect((await bouncesOf(report(receiver(fields))))?.map(({ address }) => address)).toEqual([
      'a@example.com',
      'c@example.com',
    ]);
  });

  it('A report of mail that came back may have no sender, and may be in any language', async () => {
    const fields = receiver('Final-Recipient: utf-8; ann@example.com\nAction: failed\nStatus: 5.1.1');
    expect(await bouncesOf(report(fields, { from: '<>', type: 'message/global-delivery-status' }))).toHaveLength(1);
  });

  it('A report of mail that came back is not recognized where a mail only mentions one', async () => {
    const text = `From: eve@example.com\r\nSubject: x\r\n\r\nFinal-Recipient: rfc822; ann@example.com\r\nAction: failed\r\nStatus: 5.1.1\r\n`;
    expect(await bouncesOf(Buffer.from(text))).toBeNull();
  });
});
