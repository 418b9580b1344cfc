import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ReviewItem } from '#domain/review.contract.ts';
import type { SourceView } from '#domain/source/contract.ts';
import { listAll } from '#projections/store/list-all.ts';
import type { TestClient } from '#server/testing/test-client.ts';
import { type TestServer, startTestServer } from '#server/testing/test-server.ts';
import { imapAccount, type ImapServer, openImapServer } from './testing/imap-server.ts';

const alert = (n: number, from = 'alerts@homes.example') => `From: Homes <${from}>
Subject: 1 new listing
Message-ID: <${n}@homes.example>
Content-Type: text/html; charset=utf-8

<div><a href="https://click.example.com/${n}">Inherited 3 bedroom house at ${n} Elm Street</a><p>$45,000</p><p>Detroit, MI 48204</p></div>
`;
const returned = (address: string, { action = 'failed', status = '5.1.1' } = {}) => `From: <>
Subject: Undelivered
Message-ID: <back-${address}-${status}@mx.example>
Content-Type: multipart/report; report-type=delivery-status; boundary="b"

--b
Content-Type: text/plain

It came back.
--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example

Final-Recipient: rfc822; ${address}
Action: ${action}
Status: ${status}

--b--
`;

describe('the product with a mailbox', () => {
  let imap: ImapServer;
  let product: TestServer;
  let root: TestClient;
  beforeEach(async () => {
    imap = await openImapServer();
  });
  afterEach(async () => {
    await product.stop();
    await imap.close();
  });

  const begin = async (env: Record<string, string> = {}) => {
    product = await startTestServer({ IMAP_URL: imap.url, INTAKE_EMAIL_FROM: 'homes.example', ...env });
    root = await product.adminClient();
  };
  const sources = async () => JSON.parse((await root.get('/api/admin/sources')).text) as SourceView[];
  const source = async (id: string) => (await sources()).find((one) => one.id === id);
  const mails = async () => {
    const folder = join(product.dataDir, 'outbox');
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'));
    return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  };
  const member = async (email: string) => {
    const client = product.newClient();
    const { id } = await client.register(email);
    await client.patch('/api/profile', { zipCode: '48204' });
    await root.patch(`/api/admin/users/${id}/membership`, { status: 'active' });
    return client;
  };
  const accepted = async () => (await source('email-homes-example'))?.week.accepted;
  const readNow = () => root.post('/api/admin/sources/imap/run');
  const returnedFrom = async (client: TestClient) =>
    (JSON.parse((await client.get('/api/scouting')).text) as { mailReturnedFrom: unknown }).mailReturnedFrom;

  it('The product with a mailbox takes alerts of listed senders, holds those of others, and shows the state of the mailbox', async () => {
    imap.put(alert(1));
    imap.put('This is not an email');
    imap.put(alert(2, 'a@elsewhere.example'));
    await begin();
    // The next pass, which finds nothing new, may follow at once.
    await expect.poll(accepted).toBe(1);
    await expect.poll(async () => (await source('imap'))?.lastPass).not.toBeNull();
    expect(await source('imap')).toMatchObject({
      kind: 'imap',
      problem: null,
      address: 'imap://127.0.0.1/INBOX',
      unreadable: { count: 1, reason: expect.stringContaining('no From') as string },
    });
    expect(JSON.stringify(await sources())).not.toContain(imapAccount.password);
    expect((await sources()).map(({ id }) => id)).toContain('email-homes-example');
    const held = async () => JSON.parse((await root.get('/api/admin/review')).text) as ReviewItem[];
    await expect
      .poll(held)
      .toMatchObject([{ reason: expect.stringContaining('elsewhere.example is not an accepted sender') as string }]);
  });

  it('The product with a mailbox receives new mail at once, and continues to do so after the connection was lost', async () => {
    await begin();
    /** When the mailbox is read if nothing arrives, once that is after a time. */
    const nextPassAfter = (ms: number) =>
      vi.waitUntil(
        async () => {
          const at = Date.parse((await source('imap'))?.nextPassAt ?? '');
          return at > ms && at;
        },
        { timeout: 120_000 },
      );
    await expect.poll(() => imap.isIdle()).toBe(true);
    const next = await nextPassAfter(0);
    imap.put(alert(1));
    await expect.poll(accepted).toBe(1);
    expect(Date.now()).toBeLessThan(next);
    await expect.poll(() => imap.isIdle()).toBe(true);
    const later = await nextPassAfter(next);
    imap.cut();
    await expect.poll(() => imap.isIdle()).toBe(true);
    imap.put(alert(2));
    await expect.poll(accepted).toBe(2);
    expect(Date.now()).toBeLessThan(later);
  });

  it('The product with a mailbox reports what is wrong with the mailbox, and recovers without a restart', async () => {
    imap.faults.refuse = true;
    await begin();
    await expect.poll(async () => (await source('imap'))?.problem).toMatch(/refuses the user or the password/);
    imap.faults.refuse = false;
    imap.put(alert(3));
    await readNow();
    await expect.poll(accepted).toBe(1);
  });

  it('The product with a mailbox mails no alert to a permanently bounced address, notifies its member, and resumes with a new one', async () => {
    await begin();
    const [ann, bea, cid] = [
      await member('ann@example.com'),
      await member('bea@example.com'),
      await member('cid@example.com'),
    ];
    imap.put(returned('Ann@Example.com'));
    imap.put(returned('bea@example.com', { status: '4.2.2' }));
    imap.put(returned('bea@example.com', { action: 'delayed', status: '4.4.1' }));
    imap.put(returned('cid@example.com'));
    imap.put(returned('nobody@example.com'));
    await readNow();
    await expect.poll(() => returnedFrom(cid)).toBe('cid@example.com');
    expect([await returnedFrom(ann), await returnedFrom(bea)]).toEqual(['ann@example.com', null]);

    const changed = { currentPassword: 'house hunter', email: 'cid@elsewhere.example' };
    expect((await cid.patch('/api/profile/credentials', changed)).status).toBe(200);
    expect(await returnedFrom(cid)).toBeNull();

    imap.put(alert(4));
    await readNow();
    const alerted = async () => (await mails()).flatMap((mail) => /^To: (.*)\r$/m.exec(mail)?.[1] ?? []).toSorted();
    // The former address is notified of its change, and gets no alert.
    await expect.poll(alerted).toEqual(['bea@example.com', 'cid@elsewhere.example', 'cid@example.com']);
    await expect.poll(async () => (await ann.get('/api/listings/recent')).text).toContain('4 Elm Street');
    await expect.poll(() => listAll(product.context.documents, 'outbox', { state: 'waiting' })).toEqual([]);
  });
});
