import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StoreUnavailable } from '#projections/store/port.ts';
import { NotAMail } from '#server/modules/intake/email/parse-mail.ts';
import { SourcePaused } from '../registry/source-policy.ts';
import type { MailboxState } from './read-mailbox.ts';
import { openImapServer } from './testing/imap-server.ts';
import { openMailboxFixture } from './testing/mailbox-fixture.ts';

let fixture: Awaited<ReturnType<typeof openMailboxFixture>>;
beforeEach(async () => {
  fixture = await openMailboxFixture();
});
afterEach(() => fixture.close());

const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index);
const subjects = (first: number, last: number) => range(first, last).map((n) => `House ${n}`);
/** As the scheduler does; an empty mailbox is due later. */
async function visitUntilIdle(visit: () => Promise<MailboxState>) {
  fixture.stores.setClock('2026-03-10T12:00:00.000Z');
  while ((await visit()).nextAt === '2026-03-10T12:00:00.000Z');
}

describe('the mailbox', () => {
  it('The mailbox delivers each of its mails once, in order, across restarts', async () => {
    const { taken, put, open } = fixture;
    put(1);
    put(2);
    expect(await open()()).toMatchObject({ id: 'imap', problem: null, figures: { rows: 2, accepted: 2 } });
    put(3);
    const visit = open();
    expect(await visit()).toMatchObject({ figures: { rows: 1 } });
    expect(await visit()).toMatchObject({ problem: null, figures: { rows: 0 } });
    expect(taken).toEqual(['House 1', 'House 2', 'House 3']);
  });

  it('The mailbox reads mails together, takes each after the one before, and takes none after one that stops the pass', async () => {
    const { steps, refusals, put, open } = fixture;
    const doAll = (what: string, ...numbers: number[]) => numbers.map((n) => `${what} House ${n}`);
    put(1, 2, 3);
    refusals.set('House 2', () => new StoreUnavailable('away'));
    const visit = open();
    await visit();
    expect(steps.splice(0)).toEqual([...doAll('read', 1, 2, 3), ...doAll('take', 1)]);
    refusals.clear();
    await visit();
    expect(steps).toEqual([...doAll('read', 2, 3), ...doAll('take', 2, 3)]);
  });

  it('The mailbox reads the next mails while those before them are taken', async () => {
    const { steps, taken, held, put, open } = fixture;
    put(...range(1, 12));
    const fifth = Promise.withResolvers<null>();
    held.set('House 5', fifth.promise);
    const visited = open()();
    await expect.poll(() => steps).toContain('read House 10');
    expect(taken).toEqual(subjects(1, 4));
    expect(steps).not.toContain('read House 11');
    fifth.resolve(null);
    await visited;
    expect(taken).toEqual(subjects(1, 12));
  });

  it('The mailbox takes none of the next mails after one that stops the pass, and each of them once in the next pass', async () => {
    const { taken, refusals, put, open } = fixture;
    put(...range(1, 12));
    refusals.set('House 3', () => new StoreUnavailable('away'));
    const visit = open();
    expect(await visit()).toMatchObject({ problem: 'The listings could not be stored' });
    expect(taken).toEqual(subjects(1, 2));
    refusals.clear();
    await visit();
    expect(taken).toEqual(subjects(1, 12));
  });

  it('The mailbox completes the mails that it has where the connection breaks at the next', async () => {
    const { imap, taken, put, open } = fixture;
    put(...range(1, 7));
    imap.faults.dropAtFetch = 2;
    const visit = open();
    expect(await visit()).toMatchObject({ failures: 1 });
    imap.cut();
    expect(await visit()).toMatchObject({ failures: 0 });
    expect(taken).toEqual(subjects(1, 7));
  });

  it('The mailbox is only read, over one connection', async () => {
    const { imap, put, open } = fixture;
    put(1);
    const visit = open();
    await visit();
    await visit();
    expect(imap.said.filter((line) => line.startsWith('LOGIN'))).toHaveLength(1);
    expect(imap.said.join('\n')).not.toMatch(/SELECT|STORE|EXPUNGE|BODY\[/);
  });

  it('The mailbox is read from its beginning when its UIDVALIDITY changed', async () => {
    const { imap, taken, put, open } = fixture;
    put(1, 2, 3);
    const visit = open();
    await visit();
    imap.renumber();
    put(4);
    await visit();
    expect(taken.slice(3)).toEqual(['House 1', 'House 2', 'House 3', 'House 4']);
  });

  it('The mailbox is read from its beginning when it is another mailbox', async () => {
    const { taken, put, open } = fixture;
    put(1);
    await open()();
    const other = await openImapServer();
    other.put('From: a@homes.example\nSubject: House 7\n\nBody\n');
    await open(other.url.replace('127.0.0.1', 'localhost'))();
    expect(taken).toEqual(['House 1', 'House 7']);
    await other.close();
  });

  it('The mailbox continues at its position when the connection breaks', async () => {
    const { imap, taken, put, open } = fixture;
    put(1, 2);
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
    put(3);
    expect(await visit()).toMatchObject({ problem: null });
    expect(taken).toEqual(['House 1', 'House 2', 'House 3']);
  });

  it('The mailbox keeps its position while the store is unavailable', async () => {
    const { taken, refusals, put, open } = fixture;
    put(1, 2, 3);
    refusals.set('House 2', () => new StoreUnavailable('away'));
    const visit = open();
    expect(await visit()).toMatchObject({ problem: 'The listings could not be stored', failures: 1 });
    refusals.clear();
    expect(await visit()).toMatchObject({ problem: null });
    expect(taken).toEqual(['House 1', 'House 2', 'House 3']);
  });

  it('The mailbox is not blocked by an invalid mail', async () => {
    const { taken, refusals, unreadable, put, open, listDeferred } = fixture;
    put(1, 2, 3);
    refusals.set('House 1', () => new NotAMail('The body is not an email'));
    refusals.set('House 2', () => new Error('A fault of ours'));
    const visit = open();
    expect(await visit()).toMatchObject({ problem: null });
    expect(await listDeferred()).toMatchObject([{ uid: 2, tries: 1 }]);
    expect(taken).toEqual(['House 3']);
    refusals.delete('House 2');
    await visit();
    expect(await listDeferred()).toEqual([]);
    expect(taken).toEqual(['House 3', 'House 2']);
    expect(unreadable).toEqual(['The body is not an email']);
  });

  it('The mailbox skips a mail that repeatedly fails, after a while', async () => {
    const { refusals, unreadable, log, put, open, listDeferred } = fixture;
    put(1);
    refusals.set('House 1', () => new Error('A fault of ours'));
    const visit = open();
    for (let n = 0; n < 5; n += 1) await visit();
    expect(await visit()).toMatchObject({ problem: null });
    expect(await listDeferred()).toEqual([]);
    expect(log.join()).toContain('giving up');
    expect(unreadable).toEqual(['The email could not be processed in 5 attempts']);
  });

  it('The mailbox counts the offers of a mail that it reads again as known', async () => {
    const { repeated, put, open } = fixture;
    put(1, 2);
    repeated.add('House 1');
    expect(await open()()).toMatchObject({ figures: { rows: 2, accepted: 1, duplicates: 1 } });
  });

  const paused = () => new SourcePaused('email-homes-example');

  it('The mailbox keeps the mails of a paused source until it is resumed', async () => {
    const { taken, refusals, put, open } = fixture;
    put(1);
    put(2);
    refusals.set('House 1', paused);
    const visit = open();
    for (let n = 0; n < 8; n += 1) await visit();
    expect(taken).toEqual(['House 2']);
    refusals.clear();
    await visit();
    expect(taken).toEqual(['House 2', 'House 1']);
  });

  it('The mailbox loses none of 1,500 mails that arrive while their source is paused, nor those of others', async () => {
    const { taken, refusals, put, open, listDeferred } = fixture;
    const [held, others] = [subjects(1, 1500), subjects(1501, 1510)];
    put(...range(1, 1510));
    for (const subject of held) refusals.set(subject, paused);
    await visitUntilIdle(open());
    expect(taken).toEqual(others);
    refusals.clear();
    await visitUntilIdle(open());
    expect(taken).toEqual([...others, ...held]);
    expect(await listDeferred()).toEqual([]);
  });

  it('The mailbox tries one mail a pass of a source that is paused', async () => {
    const { imap, refusals, put, open } = fixture;
    put(...range(1, 30));
    for (const subject of subjects(1, 30)) refusals.set(subject, paused);
    const visit = open();
    await visit();
    imap.said.length = 0;
    await visit();
    expect(imap.said.filter((line) => line.startsWith('UID FETCH'))).toEqual([expect.stringMatching(/^UID FETCH 1 /)]);
  });

  it('The mailbox is read again at once while more of its mails wait', async () => {
    const { taken, put, open, stores } = fixture;
    stores.setClock('2026-03-10T12:00:00.000Z');
    put(...range(1, 1200));
    const visit = open();
    expect(await visit()).toMatchObject({ figures: { rows: 500 }, nextAt: '2026-03-10T12:00:00.000Z' });
    expect(await visit()).toMatchObject({ figures: { rows: 500 }, nextAt: '2026-03-10T12:00:00.000Z' });
    expect(await visit()).toMatchObject({ figures: { rows: 200 }, nextAt: '2026-03-10T12:00:20.000Z' });
    expect(taken).toEqual(subjects(1, 1200));
  });

  it('The mailbox is not read again when the scheme or the spelling of its address changed, or its folder for a while', async () => {
    const { imap, taken, put, open } = fixture;
    put(1);
    await open()();
    await open(imap.url, { displayUrl: 'imaps://127.0.0.1/INBOX' })();
    await open(imap.url.replace('INBOX', 'inbox'))();
    expect(await open(imap.url.replace('INBOX', 'Alerts'))()).toMatchObject({ failures: 1 });
    put(2);
    await open()();
    expect(taken).toEqual(['House 1', 'House 2']);
  });

  it('The mailbox waits longer after each failure, up to half an hour', async () => {
    const { imap, open, stores } = fixture;
    stores.setClock('2026-03-10T12:00:00.000Z');
    imap.faults.refuse = true;
    const visit = open();
    expect(await visit()).toMatchObject({ failures: 1, nextAt: '2026-03-10T12:00:30.000Z' });
    for (let n = 0; n < 9; n += 1) await visit();
    expect(await visit()).toMatchObject({ failures: 11, nextAt: '2026-03-10T12:30:00.000Z' });
    imap.faults.refuse = false;
    expect(await visit()).toMatchObject({ failures: 0, nextAt: '2026-03-10T12:00:20.000Z' });
  });

  it('The mailbox is polled more often where the server does not announce new mail', async () => {
    const { imap, open, stores } = fixture;
    stores.setClock('2026-03-10T12:00:00.000Z');
    imap.faults.noIdle = true;
    expect(await open()()).toMatchObject({ nextAt: '2026-03-10T12:00:15.000Z' });
    expect(imap.said).not.toContain('IDLE');
  });
});
