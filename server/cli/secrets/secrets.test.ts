import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { beforeEach, describe, expect, it } from 'vitest';
import { createTestFolder } from '#server/lib/testing/temporary-folder.ts';
import { loadConfig } from '#server/platform/config/config.ts';
import { runScript } from '#server/testing/run-script.ts';

let folder: string;
beforeEach(() => {
  folder = createTestFolder();
});

const nobody = { ADMIN_EMAIL: '', ADMIN_PASSWORD: '', DATA_DIR: '' };
const secrets = (env: Record<string, string> = {}) =>
  runScript('server/cli/secrets/secrets.ts', { cwd: folder, env: { ...nobody, ...env } });
const written = () => readFileSync(join(folder, '.env'), 'utf8');
const values = () => parseEnv(written());
const given = (lines: string) => writeFileSync(join(folder, '.env'), lines, { mode: 0o644 });

describe('npm run secrets', () => {
  it('The command npm run secrets writes all required settings, for its owner only, and prints the generated password once', async () => {
    const { stdout, stderr, code } = await secrets();
    expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
    const { admin, credentialKey, intakeSecret, sessionSecret } = loadConfig({ ...values(), NODE_ENV: 'production' });
    expect(admin?.email).toBe('admin@example.com');
    expect(stdout).toContain(`The password of the first admin is ${admin?.password ?? 'none'}. It is not`);
    for (const secret of [credentialKey, intakeSecret, sessionSecret]) {
      expect(secret).toEqual(expect.any(String));
      expect(stdout).not.toContain(secret);
    }
    expect(statSync(join(folder, '.env')).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['.env']);
  });

  it('The command npm run secrets generates different secrets each time', async () => {
    await secrets();
    const first = values();
    rmSync(join(folder, '.env'));
    await secrets();
    for (const name of ['SESSION_SECRET', 'CREDENTIAL_KEY', 'INTAKE_SECRET', 'ADMIN_PASSWORD']) {
      expect(values()[name]).not.toBe(first[name]);
    }
  });

  it('The command npm run secrets adds missing values and never replaces one', async () => {
    given('# mine\nSESSION_SECRET=mine-and-long-enough\nADMIN_EMAIL=ann@x.com\nINTAKE_SECRET=\nPUBLIC_URL=http://x');
    const { stdout } = await secrets({ ADMIN_EMAIL: 'bob@x.com' });
    expect(stdout).toContain('Added to .env: CREDENTIAL_KEY, INTAKE_SECRET, ADMIN_PASSWORD\n');
    expect(written()).toMatch(/^# mine\nSESSION_SECRET=mine-and-long-enough\nADMIN_EMAIL=ann@x\.com\n/);
    expect(values()).toMatchObject({ ADMIN_EMAIL: 'ann@x.com', PUBLIC_URL: 'http://x' });
    expect(statSync(join(folder, '.env')).mode & 0o777).toBe(0o600);

    const before = written();
    expect((await secrets()).stdout).toBe('.env is complete: nothing was changed.\n');
    expect(written()).toBe(before);
  });

  it('The command npm run secrets uses the given admin, whatever characters the password contains', async () => {
    const password = 'p$4{} "#&= é';
    const { stdout } = await secrets({ ADMIN_EMAIL: 'ann@x.com', ADMIN_PASSWORD: password });
    expect(values()).toMatchObject({ ADMIN_EMAIL: 'ann@x.com', ADMIN_PASSWORD: password });
    expect(stdout).not.toContain(password);
  });

  it.each([
    [{ ADMIN_EMAIL: 'ann' }, 'ADMIN_EMAIL must be a valid email address'],
    [{ ADMIN_EMAIL: 'ann@x.com', ADMIN_PASSWORD: 'short' }, 'ADMIN_PASSWORD must be 6 to 128 characters'],
    [{ ADMIN_PASSWORD: "it's long" }, 'ADMIN_PASSWORD may hold no single quote, backslash or line break'],
  ])(
    'The command npm run secrets refuses what the product would not take, and writes nothing: %o',
    async (env, sentence) => {
      expect(await secrets(env)).toEqual({ stdout: '', stderr: `${sentence}\n`, code: 1 });
      expect(readdirSync(folder)).toEqual([]);
    },
  );

  it('The command npm run secrets keeps the existing key of the accounts on this machine', async () => {
    mkdirSync(join(folder, 'data'));
    const key = Buffer.alloc(32, 7).toString('base64');
    writeFileSync(join(folder, 'data', 'credential.key'), `${key}\n`);
    await secrets();
    expect(values()['CREDENTIAL_KEY']).toBe(key);
  });
});
