import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Documents } from '#projections/store/port.ts';
import { openSqliteDocuments } from '#projections/store/sqlite/sqlite.ts';
import { startPosition } from '#domain/shared/decider.ts';
import { createTestFolder } from '#server/lib/testing/temporary-folder.ts';
import { outboxSpace } from '#server/platform/outbox/item.ts';
import { createOutbox } from '#server/platform/outbox/outbox.ts';
import { soleOwner } from '#server/platform/outbox/testing/message-delivery.ts';
import { startOutboxSender } from '#server/platform/outbox/sender.ts';
import { createEmailAdapter, defaultBackoffMs } from './email-adapter.ts';
import { type Mail, mailChannel, type NewMail } from './transport/mail.ts';
import { sampleMessage } from './testing/message.ts';
import { startTestSmtpServer, type TestSmtpServer } from './testing/smtp-server.ts';
import { createMailTransport } from './transport/smtp-transport.ts';

let folder: string;
let documents: Documents;
let smtp: TestSmtpServer;
let log: string[];
const senders: { stop: () => Promise<void> }[] = [];
beforeEach(async () => {
  folder = createTestFolder();
  documents = openSqliteDocuments(join(folder, 'vault.sqlite'));
  smtp = await startTestSmtpServer();
  log = [];
});
afterEach(async () => {
  for (const sender of senders.splice(0)) await sender.stop();
  await Promise.all([smtp.close(), documents.close()]);
});

/** A mail that is already in the outbox. */
async function waiting(changes: Partial<NewMail> = {}): Promise<NewMail> {
  const mail: NewMail = {
    id: randomUUID(),
    channel: mailChannel,
    userId: 'ann',
    createdAt: '2026-03-01T12:00:00.000Z',
    position: startPosition,
    due: 0,
    content: { kind: 'higher-limit', limit: 200_000 },
    ...changes,
  };
  await createOutbox({ documents, clock: () => new Date() }).put([mail]);
  return mail;
}

const hour = 3_600_000;

const bounces: unknown[] = [];

type Options = { backoffMs?: readonly number[]; port?: number; stores?: Documents; clock?: () => Date };

/** Sends what is in the outbox. */
function start({ backoffMs = [1, 1], port = smtp.port, stores = documents, clock }: Options = {}) {
  const deps = {
    documents: stores,
    clock: clock ?? (() => new Date()),
    log: pino({ level: 'info' }, { write: (line: string) => void log.push(line) }),
  };
  const adapter = createEmailAdapter({
    transport: createMailTransport({ smtpUrl: `smtp://127.0.0.1:${port}`, folder }),
    render: ({ id }) => Promise.resolve({ ...sampleMessage, messageId: `<${id}@x.com>` }),
    backoffMs,
    onBounce: (bounce) => Promise.resolve(void bounces.push(bounce)),
  });
  const sender = startOutboxSender({ ...deps, outbox: createOutbox(deps), presence: soleOwner }, [
    { adapter, findTerms: () => Promise.resolve({ term: 1, position: startPosition, ends: {} }) },
  ]);
  senders.push(sender);
  return sender;
}

/** The mail server takes no mail until it is brought back; its port stays taken, so that no other test gets it. */
async function takeAway(refuse: (socket: Socket) => unknown): Promise<() => Promise<void>> {
  const { port } = smtp;
  await smtp.close();
  const away = createServer(refuse).listen(port, '127.0.0.1');
  await once(away, 'listening');
  return async () => {
    away.close();
    await once(away, 'close');
    smtp = await startTestSmtpServer({}, port);
  };
}

const inOutbox = ({ id }: Pick<Mail, 'id'>) => documents.get<Mail>(outboxSpace, id);

describe('a mail', () => {
  it('A mail leaves the outbox when it is accepted', async () => {
    const mail = await waiting();
    start();
    await expect.poll(() => inOutbox(mail)).toBeNull();
    expect(smtp.accepted.map(({ to }) => to)).toEqual([['ann@example.com']]);
  });

  it('A mail survives an hour without a mail server, and is then sent once under its first Message-ID', async () => {
    const mail = await waiting();
    const { port } = smtp;
    const bringBack = await takeAway((socket) => socket.end('421 Closed\r\n'));
    let now = Date.parse('2026-03-01T12:00:00.000Z');
    const begun = now;
    start({ backoffMs: defaultBackoffMs, port, clock: () => new Date(now) });
    const attempts = async () => (await inOutbox(mail))?.attempts ?? 0;
    const waits: number[] = [];
    for (let tries = 1; now < begun + hour; tries += 1) {
      await expect.poll(attempts, { interval: 10 }).toBe(tries);
      const due = (await inOutbox(mail))?.due ?? 0;
      waits.push(due - now);
      now = due;
    }
    expect(waits.length).toBeGreaterThan(4);
    for (const [tries, wait] of waits.entries()) {
      expect(wait).toBeGreaterThanOrEqual(defaultBackoffMs[tries] ?? 0);
      expect(wait).toBeLessThanOrEqual(1.2 * (defaultBackoffMs[tries] ?? 0));
    }
    await bringBack();
    // One more attempt may have failed before the server was back.
    const findLeft = async () => {
      const item = await inOutbox(mail);
      now = Math.max(now, item?.due ?? 0);
      return item;
    };
    await expect.poll(findLeft).toBeNull();
    expect(smtp.accepted).toHaveLength(1);
    expect(smtp.accepted[0]?.raw).toContain(`Message-ID: <${mail.id}@x.com>`);
  });

  it('A mail is sent again after a temporary refusal', async () => {
    const mail = await waiting();
    smtp.answers.push({ code: 450, text: 'Later' }, { code: 421, text: 'Busy' });
    start();
    await expect.poll(() => inOutbox(mail)).toBeNull();
    expect([smtp.offered(), smtp.accepted.length]).toEqual([3, 1]);
  });

  it('A mail is sent again when the server did not answer', async () => {
    const { port } = smtp;
    const bringBack = await takeAway((socket) => socket.destroy());
    const mail = await waiting();
    start({ backoffMs: Array.from({ length: 500 }, () => 10), port });
    await expect.poll(async () => (await inOutbox(mail))?.attempts).toBeGreaterThan(0);
    await bringBack();
    await expect.poll(() => inOutbox(mail)).toBeNull();
    expect(smtp.accepted).toHaveLength(1);
  });

  it('A mail becomes a dead letter after a permanent refusal, with the reason and without the address', async () => {
    const mail = await waiting();
    smtp.answers.push({ code: 550, text: 'No ann@example.com here' });
    start();
    await expect.poll(async () => (await inOutbox(mail))?.state).toBe('dead');
    expect(await inOutbox(mail)).toMatchObject({
      ...mail,
      state: 'dead',
      attempts: 1,
      due: expect.any(Number) as number,
      error: expect.stringContaining('No the address here') as string,
    });
    expect(smtp.offered()).toBe(1);
    expect(log.join()).toContain('Gave up sending a message');
    expect(log.join()).not.toContain('ann@example.com');
  });

  it('A mail reports an address that does not exist, and no other refusal', async () => {
    start();
    for (const text of ['5.7.1 No mail from you', '5.1.1 No such mailbox', 'No']) {
      smtp.answers.push({ code: 550, text });
      const mail = await waiting();
      await expect.poll(async () => (await inOutbox(mail))?.state).toBe('dead');
    }
    expect(bounces).toEqual([{ address: 'ann@example.com', status: '5.1.1' }]);
  });

  it('A mail becomes a dead letter after too many temporary refusals', async () => {
    const mail = await waiting();
    smtp.answers.push(...[1, 2, 3].map(() => ({ code: 450, text: 'Later' })));
    start({ backoffMs: [1, 1] });
    await expect.poll(async () => (await inOutbox(mail))?.state).toBe('dead');
    expect((await inOutbox(mail))?.attempts).toBe(3);
  });

  it('A mail does not delay the shutdown of the process when a server never answers', async () => {
    const asked = Promise.withResolvers<null>();
    const silent = await startTestSmtpServer({ onConnect: () => asked.resolve(null) });
    const mail = await waiting();
    const sender = start({ port: silent.port });
    await asked.promise;
    await sender.stop();
    expect(await inOutbox(mail)).toMatchObject({ state: 'sending', attempts: 0 });
    start();
    await expect.poll(() => inOutbox(mail)).toBeNull();
    await silent.close();
  });

  it('A mail is sent again under the same Message-ID when the process ended before it could be marked as sent', async () => {
    const mail = await waiting();
    const stores: Documents = {
      ...documents,
      compareAndSet: (space, ...change) =>
        change[1] === null
          ? Promise.reject(new Error('The process was killed'))
          : documents.compareAndSet(space, ...change),
    };
    const first = start({ stores });
    await expect.poll(() => smtp.accepted.length).toBe(1);
    await first.stop();
    start();
    await expect.poll(() => inOutbox(mail)).toBeNull();
    const ids = smtp.accepted.map(({ raw }) => /^Message-ID: (.+)$/im.exec(raw)?.[1]);
    expect(ids).toEqual([`<${mail.id}@x.com>`, `<${mail.id}@x.com>`]);
  });
});

describe('many mails', () => {
  it('Many mails are all sent, a few at a time', async () => {
    const mails = await Promise.all(Array.from({ length: 60 }, () => waiting()));
    start();
    await expect.poll(() => documents.count(outboxSpace)).toBe(0);
    expect(smtp.accepted).toHaveLength(mails.length);
  });
});
