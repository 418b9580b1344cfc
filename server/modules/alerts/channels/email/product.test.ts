import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { listAll } from '#projections/store/list-all.ts';
import { type OutboxItem, outboxSpace } from '#server/platform/outbox/item.ts';
import { parseUser } from '#server/testing/test-client.ts';
import { type TestServer, startTestServer } from '#server/testing/test-server.ts';
import { startTestSmtpServer } from './testing/smtp-server.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

async function product(env: Record<string, string> = {}): Promise<TestServer> {
  const running = await startTestServer(env);
  closing.push(running.stop);
  return running;
}

/** The mails that were written as files. */
async function written({ dataDir }: TestServer): Promise<string[]> {
  const folder = join(dataDir, 'outbox');
  const names = await readdir(folder).catch(() => []);
  return Promise.all(names.filter((name) => name.endsWith('.eml')).map((name) => readFile(join(folder, name), 'utf8')));
}

const temporaryIn = (mail = '') => /\b[a-z2-9]{4}(-[a-z2-9]{4}){3}\b/.exec(mail)?.[0] ?? '';

describe('the product', () => {
  it('The product writes the mail for a forgotten password into a folder where it has no mail server', async () => {
    const running = await product({ MAIL_FROM: 'Scout <alerts@example.com>' });
    await running.newClient().register('ann@example.com');
    await running.newClient().post('/api/forgot-password', { email: 'nobody@example.com' });
    await running.newClient().post('/api/forgot-password', { email: 'Ann@Example.com' });
    await expect.poll(() => written(running)).toHaveLength(1);
    const [mail] = await written(running);
    expect(mail).toContain('To: ann@example.com\r\n');
    expect(mail).toContain('From: Scout <alerts@example.com>\r\n');
    expect(mail).toContain(`${running.url}/auth`);
    const signIn = { email: 'ann@example.com', password: temporaryIn(mail) };
    expect(parseUser(await running.newClient().post('/api/login', signIn)).mustChangePassword).toBe(true);
  });

  it('The product mails by SMTP, with links to the public address', async () => {
    const smtp = await startTestSmtpServer();
    closing.push(smtp.close);
    // As many as may be asked for until the outbox was read.
    smtp.answers.push(...Array.from({ length: 3 }, () => ({ code: 451, text: 'Greylisted' })));
    const running = await product({
      SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
      PUBLIC_URL: 'http://scout.example.com',
    });
    const root = await running.adminClient();
    const { id } = await running.newClient().register('ann@example.com');
    await root.patch(`/api/admin/users/${id}/higher-limit`, { limit: 300_000 });
    const findFailed = async () =>
      (await listAll<OutboxItem>(running.context.documents, outboxSpace, { state: 'waiting' }))
        .filter(({ attempts }) => attempts > 0)
        .map(({ content }) => content);
    await expect.poll(findFailed).toEqual([{ kind: 'higher-limit', limit: 300_000 }]);
    smtp.answers.splice(0);
    await running.newClient().post('/api/forgot-password', { email: 'ann@example.com' });
    await expect
      .poll(() => smtp.accepted.find(({ raw }) => raw.includes('http://scout.example.com/auth')))
      .toMatchObject({ from: 'no-reply@scout.example.com', to: ['ann@example.com'] });
  });

  it('The product mails a member the listings that match', async () => {
    const running = await product();
    const root = await running.adminClient();
    const ann = running.newClient();
    const { id } = await ann.register('ann@example.com');
    await ann.patch('/api/profile', { zipCode: '48204' });
    await root.patch(`/api/admin/users/${id}/membership`, { status: 'active' });
    const listing = {
      title: 'Inherited 3 bedroom house, sold as-is',
      price: '$45k obo',
      link: 'https://county.example.com/17',
      zipCode: '48204',
    };
    await running.intake.take('county', [listing], { actor: 'intake:county', commandId: 'one' });
    await expect.poll(() => written(running)).toHaveLength(1);
    const [mail] = await written(running);
    expect(mail).toContain('Subject: New listing in your area: Inherited 3 bedroom house');
    expect(mail).toMatch(/^List-Unsubscribe: </m);
    expect(mail).toContain('https://county.example.com/17');
  });
});
