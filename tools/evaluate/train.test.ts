import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { runScript } from '#server/testing/run-script.ts';

const folder = mkdtempSync(join(tmpdir(), 'train-'));
afterAll(() => rmSync(folder, { recursive: true }));

const train = (...args: string[]) => runScript('tools/evaluate/train.ts', { args });
const write = (name: string, ...lines: unknown[]) => {
  const file = join(folder, name);
  writeFileSync(file, lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'));
  return file;
};

const text = { title: 'Cabin', details: '', price: 20_000 };
const valid = { at: '2026-03-10T12:00:00.000Z', source: 'county', text, judged: 'house', label: 'tiny home' };
const repost = { ...valid, label: 'match' };

describe('training with corrections', () => {
  it.each<[string, string[], unknown[], string, number?]>([
    ['a broken line', [], [valid, '{"at":'], 'Line 2 of FILE is no correction'],
    ['a line of another kind', [], [valid, '', { title: 'House' }], 'Line 3 of FILE is no correction'],
    ['corrections without a single type', [], [repost], 'FILE has no corrections that can be fitted in'],
    ['an empty file', [], [''], 'FILE has no corrections that can be fitted in'],
    ['an unknown option', ['--colour'], [valid], "Unknown option '--colour'", 64],
  ])('Training with corrections refuses %s with a sentence', async (...[, args, lines, sentence, exitCode = 1]) => {
    const file = write('refused.jsonl', ...lines);
    const { stderr, code } = await train('--corrections', file, ...args);
    expect([stderr.trim().replaceAll(file, 'FILE'), code]).toEqual([expect.stringContaining(sentence), exitCode]);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });

  it('Training with corrections needs them where a weight file is named, and finds them', async () => {
    const out = join(folder, 'out.json');
    expect(await train('--out', out)).toMatchObject({ stderr: '--out needs --corrections\n', code: 64 });
    const missing = join(folder, 'none.jsonl');
    const { stderr, code } = await train('--corrections', missing, '--out', out);
    expect([stderr, code]).toEqual([`There is no file ${missing}\n`, 1]);
    expect(existsSync(out)).toBe(false);
  });
});
