import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';
import { createTestFolder } from '#server/lib/testing/temporary-folder.ts';
import { runScript, spawnScript } from '#server/testing/run-script.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };

/** The npm scripts that users run with arguments: each starts a file of ours, and is no hook or part of another one. */
const commands = Object.entries(scripts).flatMap(([name, line]): [string, string][] => {
  const [, file] = /^(?:exec |NODE_ENV=test )?node (?:--\S+ )*(\S+\.ts)$/.exec(line) ?? [];
  return file === undefined || /^(?:prepare$|pre(?!view)|check:)/.test(name) ? [] : [[name, file]];
});
const historyFile = 'server/cli/history/history.ts';
const lines: [string, string, string[]][] = [
  ...commands.map(([name, file]): [string, string, string[]] => [
    name === 'start' ? 'npm start --' : `npm run ${name} --`,
    file,
    [],
  ]),
  ...['replay', 'serve', 'verify', 'public-key'].map((word): [string, string, string[]] => [
    `npm run history -- ${word}`,
    historyFile,
    [word],
  ]),
];

let folder: string;
beforeEach(() => {
  folder = createTestFolder();
});

// Tools load modules of tests, which read the environment once.
const runHere: typeof runScript = (file, options) =>
  (file.startsWith('server/') ? runScript : spawnScript)(file, options);
const inFolder = (args: string[]) => ({ args, cwd: folder, env: { DATA_DIR: join(folder, 'data'), PORT: '0' } });

describe('the commands', () => {
  it('The list of commands contains those of the shell, of the demo and of the tools', () => {
    const names = commands.map(([name]) => name);
    expect(names).toEqual(expect.arrayContaining(['start', 'demo', 'backup', 'rebuild', 'keys', 'evaluate', 'bench']));
  });

  it.each(lines)('The command %s prints its help and does nothing else', async (invocation, file, words) => {
    const { stdout, stderr, code } = await runHere(file, inFolder([...words, '--help']));
    expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
    expect(stdout.startsWith(`Usage: ${invocation}`)).toBe(true);
    expect(stdout).toContain('--help');
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each(lines)(
    'The command %s rejects an unknown option with one sentence and exit code 64',
    async (invocation, file, words) => {
      // One process each: it proves the exit code and the streams of all that the command prints.
      const { stdout, stderr, code } = await spawnScript(file, inFolder([...words, '--no-such-option']));
      expect({ stdout, stderr, code }).toEqual({
        stdout: '',
        stderr: `Unknown option '--no-such-option': see ${invocation} --help\n`,
        code: 64,
      });
      expect(readdirSync(folder)).toEqual([]);
    },
  );
});
