import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import builtIn from '#domain/classification/training/weights.json' with { type: 'json' };
import { weightFileFormat } from '#domain/correction/contract.ts';
import type { ManualEntryPreview } from '#domain/listing/manual-entry.contract.ts';
import type { ReviewItem } from '#domain/review.contract.ts';
import type { ScoutView } from '#domain/source/contract.ts';
import { startTestServer } from '#server/testing/test-server.ts';
import { loadWeights } from './weights.ts';

const folder = mkdtempSync(join(tmpdir(), 'weights-'));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
const write = (content: unknown) => {
  files += 1;
  const file = join(folder, `${files}.json`);
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
};
/** What speaks for a house speaks for raw land, and the other way around. */
const swapped = Object.fromEntries(
  Object.entries(builtIn).map(([name, [house = 0, mobile = 0, land = 0, ...rest]]) => [
    name,
    [land, mobile, house, ...rest],
  ]),
);
const better = { format: weightFileFormat, heldOut: { texts: 100, before: 0.9, after: 0.9 }, weights: swapped };
const worse = { ...better, heldOut: { ...better.heldOut, after: 0.89 } };

describe('the file that WEIGHTS_FILE names', () => {
  it('The file that WEIGHTS_FILE names is used where it is at least as good as the built-in weights', () => {
    expect(loadWeights(write(better))).toMatchObject({ used: 'file', heldOut: better.heldOut, values: swapped });
    const unused = { used: 'built-in', values: null, table: undefined };
    expect(loadWeights(write(worse))).toEqual({ ...unused, heldOut: worse.heldOut });
    expect(loadWeights(null)).toEqual({ ...unused, heldOut: null });
  });

  it.each<[string, unknown, RegExp]>([
    ['is no JSON', '{"format":', /is no weight file of the format weights\/1$/],
    ['has another format', { ...better, format: 'weights/0' }, /is no weight file/],
    ['has a feature with too few weights', { ...better, weights: { 'title:house': [1, 2] } }, /is no weight file/],
    ['has an impossible accuracy', { ...better, heldOut: { texts: 1, before: 0.5, after: 2 } }, /is no weight file/],
  ])('The file that WEIGHTS_FILE names refuses the start with one sentence if it %s', (_what, content, message) => {
    expect(() => loadWeights(write(content))).toThrow(message);
  });

  it('A start with a WEIGHTS_FILE that cannot be read is refused with one sentence', async () => {
    const missing = join(folder, 'missing.json');
    await expect(startTestServer({ WEIGHTS_FILE: missing })).rejects.toThrow(
      `WEIGHTS_FILE must be the path of a file that can be read, and ${missing} cannot`,
    );
  });

  it('The file that WEIGHTS_FILE names decides about listings, previews and the review, and admins see its figures', async () => {
    const product = await startTestServer({ WEIGHTS_FILE: write(better) });
    try {
      const root = await product.adminClient();
      await product.intake.ready;
      expect((JSON.parse((await root.get('/api/admin/scout')).text) as ScoutView).weights).toEqual({
        used: 'file',
        heldOut: better.heldOut,
      });
      const item = { title: 'Vacant land, 5 acres', link: 'https://example.com/1', price: 9_000, zipCode: '48204' };
      const preview = await root.post('/api/admin/listings?dryRun=1', item);
      expect(JSON.parse(preview.text) as ManualEntryPreview).toMatchObject({ verdict: 'match', propertyType: 'house' });
      const priceless = { ...item, link: 'https://example.com/2', price: 'ask' };
      await product.intake.take('county', [item, priceless], { actor: 'intake:county', commandId: 'weights' });
      await product.waitForViews();
      expect((await root.get('/api/admin/listings')).text).toContain('"propertyType":"house"');
      const [held] = JSON.parse((await root.get('/api/admin/review')).text) as ReviewItem[];
      expect(held?.understood.propertyType).toBe('house');
      await root.post(`/api/admin/review/${held?.id ?? ''}`, { decision: 'accept', listing: { price: 100_000 } });
      expect((await root.get('/api/admin/listings')).text.match(/"propertyType":"house"/g)).toHaveLength(2);
    } finally {
      await product.stop();
    }
  });
});
