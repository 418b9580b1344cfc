import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StartRefused } from '../data-folder.ts';
import { startServer } from '../start.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'key-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const startAndStop = async (env: Record<string, string> = {}) => {
  const running = await startServer({ PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'silent', ...env });
  await running.close();
};

describe('the key of the accounts', () => {
  it('is the same at every start', async () => {
    const key = { CREDENTIAL_KEY: randomBytes(32).toString('base64') };
    await startAndStop(key);
    await startAndStop(key);
  });

  it('is refused when it is another, given or made anew, and taken again when it is back', async () => {
    await startAndStop();
    const other = startAndStop({ CREDENTIAL_KEY: randomBytes(32).toString('base64') });
    await expect(other).rejects.toThrow(StartRefused);
    await startAndStop();
    rmSync(join(folder, 'credential.key'));
    await expect(startAndStop()).rejects.toThrow(/^The accounts in DATA_DIR were made under another key: [^\n]+$/);
  });
});
