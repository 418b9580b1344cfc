import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createTestFolder } from '#server/lib/testing/temporary-folder.ts';
import { startTestServer } from '#server/testing/test-server.ts';

const email = 'ann@example.com';
const script = join(import.meta.dirname, 'testing/kill-registration.ts');

it('An email is free at once when the only process was killed between its claim and its user', async () => {
  const folder = createTestFolder();
  const child = spawn(process.execPath, [script, folder, email], { stdio: 'ignore' });
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);

  const product = await startTestServer({ DATA_DIR: folder });
  onTestFinished(product.stop);
  expect((await product.context.emails.listClaims(email)).map(({ userId }) => userId)).toHaveLength(1);
  expect(await product.context.emails.findOwner(email)).toBeNull();
  const answer = await product.newClient().post('/api/register', { email, password: 'another one' });
  expect([answer.status, answer.text.includes(email)]).toEqual([201, true]);
  const again = await product.newClient().post('/api/register', { email, password: 'another one' });
  expect([again.status, again.text]).toEqual([409, 'That email is already registered']);
});
