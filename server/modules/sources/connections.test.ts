import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { beforeAll, expect, it } from 'vitest';
import type { ReviewItem } from '#domain/review.contract.ts';
import type { ConnectionsView } from '#domain/source/contract.ts';
import { webhookSecret } from '#server/testing/deliver-webhook.ts';
import { setUpAdmin, setUpServer } from '#server/testing/set-up-server.ts';

const imapUrl = 'imaps://scout:pass%20word@127.0.0.1:1/Leads';
const product = setUpServer({ INTAKE_SECRET: webhookSecret, IMAP_URL: imapUrl });
beforeAll(() => product.intake.ready);
const root = setUpAdmin(product);
const path = '/api/admin/sources/connections';
const read = async () => JSON.parse((await root.get(path)).text) as ConnectionsView; // the tests then look at it

it('Connections name where a source can send listings to, without secrets', async () => {
  const { text } = await root.get(path);
  expect(JSON.parse(text)).toMatchObject({
    webhook: { address: `${product.url}/api/intake/listings`, setting: 'INTAKE_SECRET', isOn: true },
    mailbox: {
      address: 'imaps://127.0.0.1/Leads',
      handOver: `${product.url}/api/intake/email`,
      lastMailAt: null,
    },
  });
  expect(text).not.toContain(webhookSecret.slice('whsec_'.length));
  expect(text).not.toContain('pass');
});

it('Connections give a line for a terminal that signs and sends a listing, which waits for review', async () => {
  const { command } = (await read()).webhook;
  expect(await readFile('docs/ingestion.md', 'utf8')).toContain(
    `\n${command.replace(product.url, 'http://localhost:3000')}\n`,
  );
  const run = (env: object) =>
    promisify(execFile)('sh', ['-c', command], { env: { PATH: process.env['PATH'] ?? '', ...env } });
  const { stdout } = await run({ INTAKE_SECRET: webhookSecret });
  expect(JSON.parse(stdout)).toMatchObject({ accepted: 0, review: [{ index: 0, reason: 'No valid price found' }] });
  const waiting = JSON.parse((await root.get('/api/admin/review')).text) as ReviewItem[];
  expect(waiting.map(({ listing }) => listing.title)).toEqual(['Test of the webhook: 3 bedroom house, please reject']);
  await expect(run({})).rejects.toMatchObject({
    stdout: '',
    stderr: expect.stringContaining('Set INTAKE_SECRET') as string,
  });
});

it('Connections are for full admins only', async () => {
  const member = product.newClient();
  await member.register('member@example.com');
  expect((await member.get(path)).status).toBe(403);
});
