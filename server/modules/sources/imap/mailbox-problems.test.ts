import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { imapAccount } from './testing/imap-server.ts';
import { openMailboxFixture } from './testing/mailbox-fixture.ts';

let fixture: Awaited<ReturnType<typeof openMailboxFixture>>;
beforeEach(async () => {
  fixture = await openMailboxFixture();
});
afterEach(() => fixture.close());

describe('a mailbox that cannot be read', () => {
  it.each<[string, (url: string) => string, RegExp]>([
    [
      'refuses the password',
      (url) => url.replace(/:[^:@]+@/, ':wrong@'),
      /^127\.0\.0\.1 refuses the user or the password of IMAP_URL$/,
    ],
    ['is not there', (url) => url.replace('INBOX', 'Alerts'), /^127\.0\.0\.1 has no mailbox 'Alerts'$/],
    ['is on an unknown host', (url) => url.replace('127.0.0.1', 'mail.invalid'), /^mail\.invalid cannot be read: /],
    ['is behind a closed port', (url) => url.replace(/:\d+\//, ':1/'), /refuses connections$/],
    ['speaks no TLS', (url) => url.replace('imap:', 'imaps:'), /does not speak TLS on this port$/],
  ])(
    'A mailbox that cannot be read reports one message where it %s, without the password',
    async (_what, url, problem) => {
      const { imap, log, open } = fixture;
      const doc = await open(url(imap.url))();
      expect(doc.problem).toMatch(problem);
      for (const told of [JSON.stringify(doc), log.join()]) {
        expect(told).not.toContain(imapAccount.password);
        expect(told).not.toContain(encodeURIComponent(imapAccount.password));
        expect(told).not.toContain('wrong');
      }
    },
  );

  it('A mailbox that cannot be read reports a server that never answers', async () => {
    const { imap, open } = fixture;
    imap.faults.silent = true;
    expect((await open(imap.url, {}, 500)()).problem).toMatch(/is unreachable$/);
  });

  it('A mailbox that cannot be read reports a server that stops answering later, without another attempt', async () => {
    const { imap, open } = fixture;
    // The first visit has to end within this time.
    const visit = open(imap.url, {}, 10_000);
    await visit();
    imap.faults.silent = true;
    expect((await visit()).problem).toBe('127.0.0.1 cannot be read: it is unreachable');
    expect(imap.said.filter((line) => line.startsWith('LOGIN'))).toHaveLength(1);
  });

  it('A mailbox that cannot be read reports a server that stops answering while it sends mails', async () => {
    const { imap, put, open } = fixture;
    put(1);
    imap.faults.silentAtFetch = true;
    expect((await open(imap.url, {}, 500)()).problem).toBe('127.0.0.1 cannot be read: it is unreachable');
  });
});
