import { setImmediate } from 'node:timers/promises';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StoreUnavailable } from '#projections/store/port.ts';
import { HttpError } from '#server/platform/http/middleware/http-error.ts';
import { type TestStores, openTestStores } from '#server/modules/alerts/matching/testing/test-stores.ts';
import { NotAMail } from '#server/modules/intake/email/read-mail.ts';
import { type Mailbox, parseMailboxUrl, openMailbox } from './mailbox.ts';
import { createMailboxReader } from './read-mailbox.ts';
import { imapAccount, type ImapServer, openImapServer } from './testing/imap-server.ts';

const mail = (n: number) => `From: a@homes.example\nSubject: House ${n}\n\nBody\n`;
const one = { accepted: 1, duplicates: 0, review: [], rejected: [] };

let house: TestStores;
let imap: ImapServer;
let mailboxes: Mailbox[];
let taken: string[];
let refusals: Map<string, () => Error>;
let log: string[];
beforeEach(async () => {
  house = await openTestStores();
  imap = await openImapServer();
  mailboxes = [];
  taken = [];
  log = [];
  refusals = new Map();
});
afterEach(async () => {
  for (const mailbox of mailboxes) await mailbox.close();
  await imap.close();
  await house.close();
});

function open(url = imap.url) {
  const address = parseMailboxUrl(url);
  const mailbox = openMailbox(address, { connectionTimeout: 500, greetingTimeout: 500, socketTimeout: 500 });
  mailboxes.push(mailbox);
  return createMailboxReader({
    mailbox,
    documents: house.documents,
    clock: house.clock,
    log: pino({ level: 'debug' }, { write: (line: string) => void log.push(line) }),
    displayUrl: address.displayUrl,
    everySeconds: 15,
    listeningSeconds: 45,
    signal: new AbortController().signal,
    takeMail: ({ raw, isSigned }) => {
      expect(isSigned).toBe(false);
      const subject = /^Subject: (.*)\r$/m.exec(raw.toString())?.[1] ?? '';
      const refusal = refusals.get(subject)?.();
      if (refusal) return Promise.reject(refusal);
      taken.push(subject);
      return Promise.resolve({ source: 'email-homes-example', result: one });
    },
  });
}

describe('the mailbox', () => {
  it('The mailbox delivers each of its mails once, in order, across restarts', async () => {
    imap.put(mail(1));
    imap.put(mail(2));
    expect(await open()()).toMatchObject({ id: 'imap', problem: null, figures: { rows: 2, accepted: 2 } });
    imap.put(mail(3));
    const visit = open();
    expect(await visit()).toMatchObject({ figures: { rows: 1 } });
    expect(await visit()).toMatchObject({ problem: null, figures: { rows: 0 } });
    expect(taken).toEqual(['House 1', 'House 2', 'House 3']);
  });

  it('The mailbox is only read, over one connection', async () => {
    imap.put(mail(1));
    const visit = open();
    await visit();
    await visit();
    expect(imap.said.filter((line) => line.startsWith('LOGIN'))).toHaveLength(1);
    expect(imap.said.join('\n')).not.toMatch(/SELECT|STORE|EXPUNGE|BODY\[/);
  });

  it('The mailbox is read from its beginning when its UIDVALIDITY changed', async () => {
    for (const n of [1, 2, 3]) imap.put(mail(n));
    const visit = open();
    await visit();
    imap.renumber();
    imap.put(mail(4));
    await visit();
    expect(taken.slice(3)).toEqual(['House 1', 'House 2', 'House 3', 'House 4']);
  });

  it('The mailbox is read from its beginning when it is another mailbox', async () => {
    imap.put(mail(1));
    await open()();
    const other = await openImapServer();
    other.put(mail(7));
    await open(other.url.replace('127.0.0.1', 'localhost'))();
    expect(taken).toEqual(['House 1', 'House 7']);
    await other.close();
  });

  it('The mailbox continues at its position when the connection breaks', async () => {
    for (const n of [1, 2]) imap.put(mail(n));
    imap.faults.dropAtFetch = 2;
    const visit = open();
    expect(await visit()).toMatchObject({
      failures: 1,
      problem: expect.stringMatching(/^127\.0\.0\.1 cannot be read: /) as string,
    });
    imap.cut();
    expect(await visit()).toMatchObject({ failures: 0, problem: null });
    imap.cut();
    await setImmediate();
    imap.put(mail(3));
    expect(await visit()).toMatchObject({ problem: null });
    expect(taken).toEqual(['House 1', 'House 2', 'House 3']);
  });

  it('The mailbox keeps its position while the store is unavailable', async () => {
    for (const n of [1, 2, 3]) imap.put(mail(n));
    refusals.set('House 2', () => new StoreUnavailable('away'));
    const visit = open();
    expect(await visit()).toMatchObject({ problem: 'The listings could not be stored', failures: 1 });
    refusals.clear();
    expect(await visit()).toMatchObject({ problem: null });
    expect(taken).toEqual(['House 1', 'House 2', 'House 3']);
  });

  it('The mailbox is not blocked by an invalid mail', async () => {
    for (const n of [1, 2, 3]) imap.put(mail(n));
    refusals.set('House 1', () => new NotAMail('The body is not an email'));
    refusals.set('House 2', () => new Error('A fault of ours'));
    const visit = open();
    expect(await visit()).toMatchObject({ problem: null, later: [{ uid: 2, tries: 1 }] });
    expect(taken).toEqual(['House 3']);
    refusals.delete('House 2');
    expect(await visit()).toMatchObject({ later: [] });
    expect(taken).toEqual(['House 3', 'House 2']);
  });

  it('The mailbox skips a mail that repeatedly fails, after a while', async () => {
    imap.put(mail(1));
    refusals.set('House 1', () => new Error('A fault of ours'));
    const visit = open();
    for (let n = 0; n < 5; n += 1) await visit();
    expect(await visit()).toMatchObject({ later: [], problem: null });
    expect(log.join()).toContain('giving up');
  });

  it('The mailbox keeps the mails of a paused source until it is resumed', async () => {
    imap.put(mail(1));
    imap.put(mail(2));
    refusals.set('House 1', () => new HttpError(409, "The source 'email-homes-example' is paused"));
    const visit = open();
    for (let n = 0; n < 8; n += 1) await visit();
    expect(taken).toEqual(['House 2']);
    refusals.clear();
    await visit();
    expect(taken).toEqual(['House 2', 'House 1']);
  });

  it('The mailbox waits longer after each failure, up to half an hour', async () => {
    house.setClock('2026-03-10T12:00:00.000Z');
    imap.faults.refuse = true;
    const visit = open();
    expect(await visit()).toMatchObject({ failures: 1, nextAt: '2026-03-10T12:00:30.000Z' });
    for (let n = 0; n < 9; n += 1) await visit();
    expect(await visit()).toMatchObject({ failures: 11, nextAt: '2026-03-10T12:30:00.000Z' });
    imap.faults.refuse = false;
    expect(await visit()).toMatchObject({ failures: 0, nextAt: '2026-03-10T12:00:45.000Z' });
  });

  it('The mailbox is polled more often where the server does not announce new mail', async () => {
    house.setClock('2026-03-10T12:00:00.000Z');
    imap.faults.noIdle = true;
    expect(await open()()).toMatchObject({ nextAt: '2026-03-10T12:00:15.000Z' });
    expect(imap.said).not.toContain('IDLE');
  });
});

describe('a mailbox that cannot be read', () => {
  it.each<[string, () => string, RegExp]>([
    [
      'refuses the password',
      () => imap.url.replace(/:[^:@]+@/, ':wrong@'),
      /^127\.0\.0\.1 refuses the user or the password of IMAP_URL$/,
    ],
    ['is not there', () => imap.url.replace('INBOX', 'Alerts'), /^127\.0\.0\.1 has no mailbox 'Alerts'$/],
    ['is on an unknown host', () => imap.url.replace('127.0.0.1', 'mail.invalid'), /^mail\.invalid cannot be read: /],
    ['is behind a closed port', () => imap.url.replace(`:${imap.port}/`, ':1/'), /refuses connections$/],
    ['speaks no TLS', () => imap.url.replace('imap:', 'imaps:'), /cannot be read|no trusted certificate/],
  ])(
    'A mailbox that cannot be read reports one message where it %s, without the password',
    async (_what, url, problem) => {
      const doc = await open(url())();
      expect(doc.problem).toMatch(problem);
      for (const told of [JSON.stringify(doc), log.join()]) {
        expect(told).not.toContain(imapAccount.password);
        expect(told).not.toContain(encodeURIComponent(imapAccount.password));
        expect(told).not.toContain('wrong');
      }
    },
  );

  it('A mailbox that cannot be read reports a server that never answers', async () => {
    imap.faults.silent = true;
    expect((await open()()).problem).toMatch(/is unreachable$/);
  });

  it('A mailbox that cannot be read reports a server that stops answering later', async () => {
    const visit = open();
    await visit();
    imap.faults.silent = true;
    expect((await visit()).problem).toMatch(/^127\.0\.0\.1 cannot be read: /);
  });
});
