import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestSmtpServer, type TestSmtpServer } from '#server/modules/alerts/channels/email/testing/smtp-server.ts';
import { isServerMissing } from '#server/testing/engines.ts';
import { createApiUser } from './api-user.ts';
import { type Cluster, startCluster } from './cluster.ts';

const mailCount = 40;
/** SMTP connections of one process. */
const connectionCount = 4;

describe.skipIf(isServerMissing)('Processes that only send (skipped without MONGODB_URL)', () => {
  let cluster: Cluster;
  let smtp: TestSmtpServer;
  /** The Message-IDs of mails that arrived, accepted or not. */
  const arrived: string[] = [];
  const gate = Promise.withResolvers<null>();

  beforeAll(async () => {
    smtp = await startTestSmtpServer({
      onData: (stream, _session, done) => {
        void text(stream).then(async (raw) => {
          arrived.push(/^Message-ID: (\S+)/im.exec(raw)?.[1] ?? '');
          await gate.promise;
          done(null);
        });
      },
    });
    const env = { SMTP_URL: `smtp://127.0.0.1:${smtp.port}`, RATE_TEST_ALERT: '1000/1h' };
    cluster = await startCluster(['web', 'projector', 'sender', 'sender'], env);
  });
  afterAll(async () => {
    gate.resolve(null);
    await cluster.end();
    await smtp.close();
  });

  it('Processes that only send share the mails; those of a killed one arrive once more from another, all others once', async ({
    annotate,
  }) => {
    const [web, , killed] = cluster.all;
    if (web === undefined || killed === undefined) throw new Error('A process is missing');
    for (const { url } of cluster.all) await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(200);
    const ann = await createApiUser(() => web.url, '/api/register', 'ann@example.com', 'house hunter');
    for (let n = 0; n < mailCount; n += 1) {
      const { status } = await ann.send('POST', '/api/channels/mail/test');
      expect(status).toBeLessThan(300);
    }
    await expect.poll(() => arrived.length).toBe(2 * connectionCount);
    await cluster.kill(killed);
    const killedAt = performance.now();
    gate.resolve(null);
    await expect.poll(() => arrived.length).toBe(mailCount + connectionCount);
    await annotate(`the other sent what it had claimed after ${Math.round(performance.now() - killedAt)} ms`);
    const counts = [...Map.groupBy(arrived, (id) => id).values()].map(({ length }) => length);
    expect(counts.toSorted()).toEqual([
      ...Array.from({ length: mailCount - connectionCount }, () => 1),
      ...Array.from({ length: connectionCount }, () => 2),
    ]);
  });
});
