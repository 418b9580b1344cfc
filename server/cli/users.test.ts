import { beforeEach, describe, expect, it } from 'vitest';
import { accessStream } from '#domain/event-catalog/streams.ts';
import { createTestFolder } from '#server/lib/testing/temporary-folder.ts';
import { createTotp } from '#server/modules/users/second-factor/factors.ts';
import { isServerMissing, startTestEngines } from '#server/testing/engines.ts';
import { runScript } from '#server/testing/run-script.ts';
import { startTestServer } from '#server/testing/test-server.ts';

const email = 'locked@example.com';
const done = { code: 0, stdout: `The second factor of ${email} was reset.\n` };

let dataDir: string;
beforeEach(() => {
  dataDir = createTestFolder();
});

const reset = (args: string[], env: Record<string, string> = {}) =>
  runScript('server/cli/users.ts', { args: ['reset-second-factor', ...args], env: { DATA_DIR: dataDir, ...env } });

/** A server with a user who has a second factor. */
async function startWithUser(env: Record<string, string> = {}) {
  const product = await startTestServer({ DATA_DIR: dataDir, ...env });
  const client = product.newClient();
  const { id } = await client.register(email);
  const { secret } = JSON.parse((await client.post('/api/security/app')).text) as { secret: string };
  const code = createTotp(secret).generate();
  expect((await client.post('/api/security/app/confirm', { code })).status).toBe(200);
  const credentials = { email, password: 'house hunter' };
  const signIn = async () => (await product.newClient().post('/api/login', credentials)).status;
  expect(await signIn()).toBe(202);
  return { product, id, signIn };
}

it('The command that resets a second factor does it where no server runs', async () => {
  const { product } = await startWithUser();
  expect(await reset([email])).toMatchObject({ code: 1, stderr: expect.stringContaining('stop it first') as string });
  await product.close();
  expect(await reset(['nobody@example.com'])).toMatchObject({
    code: 1,
    stderr: 'There is no user nobody@example.com\n',
  });
  expect(await reset([email])).toMatchObject(done);
  expect(await reset([email])).toMatchObject({ code: 1, stderr: `${email} has no second factor\n` });
});

describe.skipIf(isServerMissing)('the command that resets a second factor, with engines', () => {
  it('The command that resets a second factor works beside a server with --force only, and is recorded', async () => {
    const engines = await startTestEngines();
    const { product, id, signIn } = await startWithUser(engines.env);
    expect(await reset([email], engines.env)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('stop all of them') as string,
    });
    expect(await signIn()).toBe(202);
    expect(await reset([email, '--force'], engines.env)).toMatchObject(done);
    expect(await signIn()).toBe(200);
    const { events } = await product.context.events.read(accessStream(id));
    expect(events.filter(({ type }) => type === 'SecondFactorReset')).toMatchObject([
      { metadata: { actor: 'system' } },
    ]);
    await product.close();
    await engines.stop();
  });
});
