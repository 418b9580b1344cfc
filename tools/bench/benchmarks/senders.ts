import { setTimeout } from 'node:timers/promises';
import { startPosition } from '#domain/shared/decider.ts';
import type { Documents } from '#projections/store/port.ts';
import { startTestSmtpServer } from '#server/modules/alerts/channels/email/testing/smtp-server.ts';
import { createOutbox } from '#server/platform/outbox/outbox.ts';
import { createApiUser } from '../../../e2e/api-user.ts';
import { type BenchResult, createResult } from '../result.ts';
import type { Bench } from '../setup.ts';

const senderCounts = [1, 2, 4];
const mailsPerSender = 60;
/** In ms: so long that FerretDB, which writes about a hundred documents a second, does not set the pace. */
const acceptMs = 1_000;
/** In ms: until what was accepted is recorded, and nothing is sent again. */
const settleMs = 3_000;
const timeoutMs = 120_000;

/** Mails a second of one, two and four processes that send from one outbox to a slow mail server. */
export async function measureSenders(bench: Bench): Promise<BenchResult[]> {
  const { env, openDocuments } = await bench.createWorkspace();
  const startRole = async (role: string, more: Record<string, string> = {}) =>
    bench.startProduct(await bench.folder(), { ...env, APP_ROLE: role, ...more });
  const userId = await registerUser(startRole);
  const times: number[] = [];
  const smtp = await startTestSmtpServer({
    onData: (stream, _session, done) => {
      stream.resume().once('end', () => {
        times.push(performance.now());
        void setTimeout(acceptMs).then(() => done(null));
      });
    },
  });
  const documents = openDocuments();
  const figures: BenchResult[] = [];
  let started = 0;
  for (const count of senderCounts) {
    for (; started < count; started += 1) await startRole('sender', { SMTP_URL: `smtp://127.0.0.1:${smtp.port}` });
    times.length = 0;
    const mailCount = mailsPerSender * count;
    await putMails(documents, userId, mailCount);
    const until = performance.now() + timeoutMs;
    // Requests of this process would slow the senders down.
    while (times.length < mailCount && performance.now() < until) await setTimeout(100);
    await setTimeout(settleMs);
    figures.push(
      createResult({
        name: `mails of ${count} sender${count === 1 ? '' : 's'}, ${acceptMs} ms each`,
        value: (1000 * (times.length - 1)) / ((times.at(-1) ?? Number.NaN) - (times[0] ?? Number.NaN)),
        unit: 'a second',
        better: 'higher',
        conditions: [
          { what: 'missed', value: Math.max(0, mailCount - times.length), atMost: 0 },
          { what: 'doubled', value: Math.max(0, times.length - mailCount), atMost: 0 },
        ],
      }),
    );
  }
  await documents.close();
  await smtp.close();
  return figures;
}

/** The processes that it needs have ended when it resolves with the user's id. */
async function registerUser(startRole: (role: string) => ReturnType<Bench['startProduct']>): Promise<string> {
  const [web, projector] = await Promise.all([startRole('web'), startRole('projector')]);
  const { id } = await createApiUser(() => web.url, '/api/register', 'ann@example.com', 'house hunter');
  await Promise.all([web.stop(), projector.stop()]);
  return id;
}

async function putMails(documents: Documents, userId: string, count: number): Promise<void> {
  const now = new Date();
  const shared = { channel: 'mail', userId, createdAt: now.toISOString(), position: startPosition };
  const content = { kind: 'higher-limit', limit: 200_000 };
  await createOutbox({ documents, clock: () => now }).put(
    Array.from({ length: count }, (_, n) => ({ id: `${count}-${n}`, due: now.getTime(), content, ...shared })),
  );
}
