import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * `inputs`: all that a part may import, for `git ls-files`. The import rules ensure that only the web imports the web,
 * and that from outside of itself it imports contracts alone: those of the domain, which import each other, and of the
 * server.
 */
const parts: Record<string, { args: string[]; inputs: string[] }> = {
  server: { args: ['server'], inputs: ['.', ':!web'] },
  web: {
    args: ['web'],
    inputs: ['web', 'domain', '*contract.ts', 'eslint.config.js', 'tsconfig.json', 'package.json'],
  },
  rest: { args: ['.', '--ignore-pattern', 'server/**', '--ignore-pattern', 'web/**'], inputs: ['.', ':!web'] },
};
const maxGitOutputBytes = 100_000_000;

const [name = ''] = process.argv.slice(2);
const part = parts[name];
if (!part) throw new Error(`Name a part to lint: ${Object.keys(parts).join(', ')}.`);

// The cache of eslint looks at each file alone, but rules that use types depend on what the file imports. So a part is
// linted as a whole, unless no input has changed since it was clean.
const stamp = join('node_modules/.cache/lint', name);
const key = hashInputs(part.inputs);
if (existsSync(stamp) && readFileSync(stamp, 'utf8') === key) {
  console.log('Nothing has changed since there were no problems.');
} else {
  const { status } = spawnSync('eslint', ['--max-warnings', '0', ...part.args], { stdio: 'inherit' });
  if (status === 0) writeStamp();
  process.exitCode = status ?? 1;
}

function writeStamp(): void {
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, key);
}

/** Covers the installed packages too, by npm's record of them. */
function hashInputs(inputs: readonly string[]): string {
  const hash = createHash('sha256');
  const listed = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard', '--', ...inputs], {
    encoding: 'utf8',
    maxBuffer: maxGitOutputBytes,
  });
  const sources = listed.split('\0').filter((path) => /\.([cm]?[jt]sx?|json)$/.test(path) && existsSync(path));
  for (const path of [...sources, 'node_modules/.package-lock.json']) {
    hash.update(`${path}\0`).update(readFileSync(path)).update('\0');
  }
  return hash.digest('hex');
}
