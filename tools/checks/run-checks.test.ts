import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createTestFolder } from '#server/lib/testing/temporary-folder.ts';

let root: string;
beforeEach(() => {
  root = createTestFolder();
});

function write(path: string, text: string): void {
  mkdirSync(join(root, dirname(path)), { recursive: true });
  writeFileSync(join(root, path), text, { mode: 0o755 });
}

function run(program: string, ...args: string[]) {
  const PATH = [join(root, 'bin'), process.env['PATH']].join(delimiter);
  const options = { cwd: root, encoding: 'utf8', env: { ...process.env, PATH } } as const;
  return spawnSync(process.execPath, [join(import.meta.dirname, program), ...args], options);
}

it('The checks fail where one of them fails, with its output and its name at the end', () => {
  const scripts = { 'check:a': 'echo fine', 'check:b': 'echo wrong >&2; exit 2', test: 'exit 1' };
  write('package.json', JSON.stringify({ scripts }));
  const { status, stdout, stderr } = run('run-checks.ts', 'a', 'b');
  expect(status).toBe(1);
  expect(stdout).toMatch(/^ok: a \(.* s\)\nfine$/m);
  expect(stdout).toMatch(/^FAILED: b \(.* s\)\nwrong$/m);
  expect(stderr).toBe('Failed: b\n');
});

it('The checks succeed where all of them succeed, and fail where there are none, or an unknown one', () => {
  write('package.json', JSON.stringify({ scripts: { 'check:a': 'exit 0' } }));
  expect(run('run-checks.ts', 'a').status).toBe(0);
  expect(run('run-checks.ts').status).toBe(1);
  expect(run('run-checks.ts', 'a', 'b').stderr).toContain('package.json has no script check:b');
});

describe('a part to lint', () => {
  beforeEach(() => {
    execFileSync('git', ['init', '--quiet'], { cwd: root });
    for (const path of ['server/a.ts', 'domain/a.ts', 'web/a.ts']) write(path, '');
    write('node_modules/.package-lock.json', '{}');
    write('.gitignore', 'node_modules\nbin\ncalls\n');
    write('bin/eslint', '#!/bin/sh\necho "$@" >>calls\nexit $EXIT_CODE\n');
  });

  /** How often eslint ran so far, and the exit code. */
  function lint(part: string, exitCode = 0) {
    process.env['EXIT_CODE'] = String(exitCode);
    const { status } = run('lint.ts', part);
    return { calls: readFileSync(join(root, 'calls'), 'utf8').trim().split('\n').length, status };
  }

  it('A part without problems is linted again only when a file has changed that it may import', () => {
    expect(lint('web')).toEqual({ calls: 1, status: 0 });
    write('server/a.ts', 'export const a = 1;');
    expect(lint('web')).toEqual({ calls: 1, status: 0 });
    write('domain/b.ts', 'export const b = 1;');
    expect(lint('web')).toEqual({ calls: 2, status: 0 });
    write('server/health.contract.ts', 'export const b = 1;');
    expect(lint('web')).toEqual({ calls: 3, status: 0 });
    write('node_modules/.package-lock.json', '{ "packages": {} }');
    expect(lint('web')).toEqual({ calls: 4, status: 0 });
    expect(lint('web')).toEqual({ calls: 4, status: 0 });
  });

  it('A part with problems is linted again though nothing has changed', () => {
    expect(lint('server', 1)).toEqual({ calls: 1, status: 1 });
    expect(lint('server', 1)).toEqual({ calls: 2, status: 1 });
    expect(lint('server')).toEqual({ calls: 3, status: 0 });
    expect(lint('server')).toEqual({ calls: 3, status: 0 });
  });
});
