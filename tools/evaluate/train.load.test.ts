import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { classify } from '#domain/classification/classify.ts';
import type { Correction } from '#domain/correction/contract.ts';
import { loadWeights } from '#server/modules/intake/judging/weights.ts';
import { runScript } from '#server/testing/run-script.ts';

const folder = mkdtempSync(join(tmpdir(), 'train-'));
afterAll(() => rmSync(folder, { recursive: true }));

const train = (...args: string[]) => runScript('tools/evaluate/train.ts', { args });
const write = (name: string, ...lines: unknown[]) => {
  const file = join(folder, name);
  writeFileSync(file, lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'));
  return file;
};

/** The rules have no word for it. */
const createText = (place: string, more: object = {}) => ({
  title: `Zumbalow at ${place}`,
  details: 'A zumbalow of the old kind, zumbalow of the heirs.',
  price: 60_000,
  ...more,
});
const correct = (text: Correction['text'], label: Correction['label']): Correction => {
  return { at: '2026-03-10T12:00:00.000Z', source: 'county', text, judged: 'review', label };
};
const places = ['the mill', 'the lake', 'the hill', 'the river', 'the mine', 'the school', 'the fair', 'the bridge'];
const corrections = places.map((place) => correct(createText(place), 'tiny home'));

it('Training with corrections writes weights that decide as people did, with their accuracy before and after', async () => {
  const [first, ...rest] = corrections;
  const file = write(
    'corrections.jsonl',
    correct(createText(places[0] ?? ''), 'raw land'),
    ...[first, ...rest].filter((row) => row !== undefined),
    correct(createText('a repost'), 'match'),
    correct(createText('a stated type', { propertyType: 'Land' }), 'raw land'),
  );
  const { stdout, stderr, code } = await train('--corrections', file);
  expect([stderr, code]).toEqual(['', 0]);
  const out = join(folder, 'weights-corrected.json');
  expect(stdout).toMatch(
    /^8 of 11 corrections fitted in\nAccuracy on \d+ held-out texts: 0\.\d{3} before, 0\.\d{3} after\n/,
  );
  expect(stdout).toContain(`${out} written: `);
  const { heldOut, weights } = JSON.parse(readFileSync(out, 'utf8')) as { heldOut: object; weights: object };
  const better = write('better.json', { format: 'weights/1', heldOut: { ...heldOut, before: 0 }, weights });
  const text = createText('the chapel');
  expect(classify(text).verdict).toBe('review');
  expect(classify(text, loadWeights(better).table)).toMatchObject({ verdict: 'match', propertyType: 'tiny home' });
  expect(loadWeights(out).heldOut).toEqual(heldOut);
});
