import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeEach, describe, expect, it } from 'vitest';
import { createTestFolder } from '#server/lib/testing/temporary-folder.ts';
import { openDataDirectory } from './data-directory.ts';
import { loadOrCreateKey } from '#server/platform/encryption/key-file.ts';
import { StartupError } from '#server/lib/errors.ts';

let parent: string;
let dir: string;
beforeEach(() => {
  parent = createTestFolder();
  dir = join(parent, 'deep', 'data');
});

const holder = new URL('../../testing/hold-folder.ts', import.meta.url).pathname;
const holding = async () => {
  const child = spawn(process.execPath, [holder, dir], { stdio: ['ignore', 'pipe', 'pipe'] });
  await once(child.stdout, 'data');
  return child;
};

describe('the data folder', () => {
  it('The data folder is created for its owner only', () => {
    const folder = openDataDirectory(dir);
    expect(folder.path).toBe(dir);
    expect(statSync(dir).mode & 0o777).toBe(0o700);
    folder.close();
  });

  it('The data folder is locked by one process at a time', () => {
    const folder = openDataDirectory(dir);
    expect(() => openDataDirectory(dir)).toThrow(StartupError);
    folder.close();
    folder.close();
    openDataDirectory(dir).close();
  });

  it('The data folder refuses a second process with one sentence that says what to do', async () => {
    const folder = openDataDirectory(dir);
    const second = spawn(process.execPath, [holder, dir], { stdio: ['ignore', 'ignore', 'pipe'] });
    const [said] = await Promise.all([text(second.stderr), once(second, 'exit')]);
    expect(second.exitCode).toBe(1);
    expect(said).toBe(
      `Another process is already using DATA_DIR ${dir}: stop it first, or give this one a DATA_DIR of its own\n`,
    );
    folder.close();
  });

  it('The data folder is free again at the moment that its holder is killed', async () => {
    const child = await holding();
    expect(() => openDataDirectory(dir)).toThrow('Another process is already using DATA_DIR');
    child.kill('SIGKILL');
    await once(child, 'exit');
    openDataDirectory(dir).close();
  });

  it('The data folder is rejected where a file is at its path or above', () => {
    writeFileSync(join(parent, 'file'), '');
    const sentence = 'cannot be used: it is a file and should be a folder';
    expect(() => openDataDirectory(join(parent, 'file'))).toThrow(
      new StartupError(`DATA_DIR ${join(parent, 'file')} ${sentence}`),
    );
    expect(() => openDataDirectory(join(parent, 'file', 'data'))).toThrow(sentence);
  });

  it.skipIf(!existsSync('/proc/self'))('The data folder is rejected where none can be created', () => {
    expect(() => openDataDirectory('/proc/data')).toThrow(
      'DATA_DIR /proc/data cannot be used: it is not there and cannot be made',
    );
  });

  // The superuser may read everything.
  it.skipIf(process.getuid?.() === 0)('The data folder is rejected where this user may not read it', () => {
    mkdirSync(dir, { recursive: true });
    chmodSync(dir, 0o000);
    expect(() => openDataDirectory(dir)).toThrow('this user may not read and write it');
    chmodSync(dir, 0o700);
  });

  it('The data folder is rejected where something else is at the path of the lock', () => {
    mkdirSync(dir, { recursive: true });
    writeFileSync(join(dir, 'lock.sqlite'), 'rubbish '.repeat(1_000));
    expect(() => openDataDirectory(dir)).toThrow('remove lock.sqlite there and start again');
  });
});

describe('a generated key', () => {
  beforeEach(() => mkdirSync(dir, { recursive: true }));

  it('A generated key is 32 bytes, generated once, for its owner only', () => {
    const key = loadOrCreateKey(dir, 'session-key');
    expect(Buffer.from(key, 'base64')).toHaveLength(32);
    expect(loadOrCreateKey(dir, 'session-key')).toBe(key);
    expect(statSync(join(dir, 'session-key')).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(dir, 'session-key'), 'utf8').trim()).toBe(key);
    expect(readdirSync(dir)).toEqual(['session-key']);
  });

  it('A generated key differs for another name', () => {
    expect(loadOrCreateKey(dir, 'a')).not.toBe(loadOrCreateKey(dir, 'b'));
  });

  it('A generated key is never replaced when it is damaged', () => {
    writeFileSync(join(dir, 'a'), 'short');
    expect(() => loadOrCreateKey(dir, 'a')).toThrow(
      new StartupError(`The key in ${join(dir, 'a')} is damaged: restore it from a backup`),
    );
    mkdirSync(join(dir, 'b'));
    expect(() => loadOrCreateKey(dir, 'b')).toThrow(StartupError);
  });
});
