import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dataFormat } from '#domain/installation/events.ts';
import { loadOrCreateKey, readKeyFile } from '#server/platform/encryption/key-file.ts';
import { runScript, spawnScript } from '#server/testing/run-script.ts';
import { openTestInstallation } from '#server/testing/test-installation.ts';

let root: string;
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'format-'));
  const current = join(root, 'current');
  await (await openTestInstallation(current)).close();
  loadOrCreateKey(current, 'credential.key');
  for (const [name, write] of Object.entries(folders)) {
    cpSync(current, join(root, name), { recursive: true });
    write(join(root, name));
  }
  writeFileSync(join(root, 'county.csv'), 'Id\n');
  writeFileSync(
    join(root, 'feeds.json'),
    JSON.stringify([
      {
        id: 'county',
        basis: 'public record',
        kind: 'csv',
        file: 'county.csv',
        everySeconds: 3600,
        mapping: { title: '{Id}', link: 'https://c.example.com/{Id}' },
      },
    ]),
  );
  const copy = { kind: 'copy of the views', dataFormat: 99, state: 'ready', until: '1', position: 1, at: null };
  mkdirSync(join(root, 'copy'));
  writeFileSync(join(root, 'copy', 'copy.json'), JSON.stringify(copy));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const alterLog = (folder: string, sql: string) => {
  const database = new DatabaseSync(join(folder, 'events.sqlite'));
  database.exec(sql);
  database.close();
};
const readFormat = `this version reads format ${dataFormat}: start with an empty DATA_DIR, or use the version that wrote it`;
/** Data folders that this version must not touch, and the sentence about each. */
const folders = {
  'log of format 1': (folder: string) => {
    rmSync(join(folder, 'installation.json'));
    alterLog(folder, "UPDATE events SET stream = 'note-1', type = 'NoteTaken'");
  },
  'log of format 99': (folder: string) =>
    alterLog(folder, "UPDATE events SET data = json_set(data, '$.dataFormat', 99)"),
  'folder of format 99': (folder: string) => {
    const file = join(folder, 'installation.json');
    const installation = JSON.parse(readFileSync(file, 'utf8')) as object;
    writeFileSync(file, JSON.stringify({ ...installation, dataFormat: 99 }));
  },
};

/** Every command that opens the stores or the data folder, with the exit code of a refusal. */
const commands: [command: string, args: string[], code: number][] = [
  ['history/history.ts', [], 1],
  ['history/history.ts', ['--as-of', '1', '--user', 'ann@example.com'], 1],
  ['history/history.ts', ['replay', '--until', '1', '--into', 'replayed'], 1],
  ['history/history.ts', ['verify'], 2],
  ['history/history.ts', ['public-key'], 1],
  ['rebuild.ts', [], 1],
  ['backup/backup.ts', ['backup'], 1],
  ['keys.ts', ['rotate'], 1],
  ['migrate/migrate.ts', ['--from', 'sqlite', '--to', 'env'], 1],
  ['feed/feed.ts', ['feeds.json'], 1],
  ['secrets/secrets.ts', [], 1],
  ['../../tools/evaluate/evaluate.ts', ['--reviews'], 1],
  ['../app/main.ts', [], 1],
];

/** Runs in an empty folder of its own, so that what it writes there can be seen. */
function runCommand(command: string, args: string[], dataDir: string) {
  const engines = { EVENTSTORE_URL: 'esdb://127.0.0.1:1?tls=false', MONGODB_URL: 'mongodb://127.0.0.1:1/none' };
  const isMigration = command.startsWith('migrate');
  const env = {
    DATA_DIR: dataDir,
    PORT: '0',
    ADMIN_EMAIL: 'root@example.com',
    ADMIN_PASSWORD: 'correct horse',
    ...(isMigration ? { ...engines, CREDENTIAL_KEY: readKeyFile(dataDir, 'credential.key') ?? '' } : {}),
  };
  const run = command.endsWith('main.ts') ? spawnScript : runScript;
  return run(join('server/cli', command), { args, env, cwd: root });
}

describe.each(commands)('%s %j', (command, args, code) => {
  it('refuses data of another format in one sentence, and writes nothing', async () => {
    for (const name of Object.keys(folders)) {
      const dataDir = join(root, name);
      const found = name.endsWith(' 1') ? 1 : 99;
      const where = name.startsWith('log') ? 'The log in DATA_DIR' : 'DATA_DIR';
      expect(await runCommand(command, args, dataDir)).toEqual({
        stdout: '',
        stderr: `${where} ${dataDir} holds data of format ${found}, and ${readFormat}\n`,
        code,
      });
    }
    expect(readdirSync(root).toSorted()).toEqual(
      ['copy', 'county.csv', 'current', 'feeds.json', ...Object.keys(folders)].toSorted(),
    );
  });
});

it('A copy of views of another format is not served', async () => {
  expect(await runCommand('history/history.ts', ['serve', 'copy'], join(root, 'current'))).toEqual({
    stdout: '',
    stderr: `The copy in ${join(root, 'copy')} holds data of format 99, and this version reads format ${dataFormat}: replay it again\n`,
    code: 1,
  });
});
