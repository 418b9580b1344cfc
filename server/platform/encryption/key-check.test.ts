import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createTestFolder } from '#server/lib/testing/temporary-folder.ts';
import { StartupError } from '#server/lib/errors.ts';
import { startServer } from '#server/app/start.ts';

let folder: string;
beforeEach(() => {
  folder = createTestFolder();
});

const startAndStop = async (env: Record<string, string> = {}) => {
  const running = await startServer({ PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'silent', ...env });
  await running.close();
};

const removeData = () => {
  for (const name of readdirSync(folder).filter((entry) => entry.includes('.sqlite'))) rmSync(join(folder, name));
};

describe('the key of the accounts', () => {
  it('The key of the accounts is the same at every start', async () => {
    const key = { CREDENTIAL_KEY: randomBytes(32).toString('base64') };
    await startAndStop(key);
    await startAndStop(key);
  });

  it('The key of the accounts is rejected when it is another one, and accepted again when the first one is back', async () => {
    await startAndStop();
    const other = startAndStop({ CREDENTIAL_KEY: randomBytes(32).toString('base64') });
    await expect(other).rejects.toThrow(StartupError);
    await startAndStop();
  });

  it('The key of the accounts is not replaced by a new one when it is lost, as long as data encrypted with it exists', async () => {
    await startAndStop();
    const file = join(folder, 'credential.key');
    const key = readFileSync(file, 'utf8');
    rmSync(file);
    const lost = /^credential\.key is missing in DATA_DIR \S+, and the accounts there were made under it: [^\n]+$/;
    await expect(startAndStop()).rejects.toThrow(lost);
    expect(existsSync(file)).toBe(false);
    writeFileSync(file, key);
    await startAndStop();
    rmSync(file);
    removeData();
    const started = startAndStop({ ADMIN_EMAIL: 'root@example.com', ADMIN_PASSWORD: 'correct horse' });
    await expect(started).resolves.toBeUndefined();
    rmSync(join(folder, 'vault.sqlite'));
    rmSync(file);
    await expect(startAndStop()).rejects.toThrow(lost);
    expect(existsSync(file)).toBe(false);
  });
});
