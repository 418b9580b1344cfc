import { expect, it } from 'vitest';
import { startTestServer } from '#server/testing/test-server.ts';
import { deliverMail, mailSecret, renderMime } from './testing/mail-fixture.ts';

it('The webhook for emails leaves the server free for others while a mail is parsed that is built to be slow', async () => {
  const server = await startTestServer({ INTAKE_SECRET: mailSecret });
  const mails = ['<div>', '<div>$1,000 <a href="https://x.example.com">x</a>'].map((part) =>
    deliverMail(server.url, renderMime(part.repeat(1_750_000 / part.length))),
  );
  const over = new AbortController();
  const parsed = Promise.all(mails).finally(() => over.abort());
  let others = 0;
  for (; !over.signal.aborted; others += 1) await fetch(`${server.url}/healthz`);
  // On a busy machine a thread may reach its limit of time.
  for (const { status } of await parsed) expect([202, 400]).toContain(status);
  expect(others).toBeGreaterThan(100);
  await server.stop();
});
