import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { ReviewItem } from '#domain/review.contract.ts';
import { runScript } from '#server/testing/run-script.ts';
import { setUpServer } from '#server/testing/set-up-server.ts';

const product = setUpServer();

const items = [
  { title: 'Inherited 3 bedroom house at 107 Oak Street', answer: { decision: 'accept', listing: { price: 40_000 } } },
  {
    title: 'House on 5 acres of vacant land for sale, 214 Elm Road',
    answer: { decision: 'accept', listing: { price: 30_000, propertyType: 'raw land' } },
  },
  { title: 'House with 2 bedrooms at 321 Cedar Avenue', answer: { decision: 'reject' } },
  { title: 'Something nobody knows', answer: null },
];

const run = (dataDir: string, args: string[]) =>
  runScript('tools/evaluate/evaluate.ts', { args, env: { DATA_DIR: dataDir } });
const evaluate = async (...args: string[]) => {
  const { stdout, stderr, code } = await run(product.dataDir, args);
  return { stdout, stderr: stderr.trim(), code };
};

describe('an evaluation by the decisions of the review', () => {
  it('An evaluation by the decisions of the review compares the accepted and corrected types, and the rejections, with the rules', async () => {
    expect((await evaluate('--reviews')).stdout).toContain('0 rows judged');
    const root = await product.adminClient();
    const raw = items.map(({ title }, index) => ({
      title,
      link: `https://example.com/${index}`,
      price: 'make offer',
      zipCode: '48204',
    }));
    await product.intake.take('county', raw, { actor: 'intake:county', commandId: randomUUID() });
    // Completed later by its source: no admin has decided about it.
    const whole = { title: 'Cabin at 9 Lake Road', link: 'https://example.com/9', zipCode: '48204' };
    for (const price of ['make offer', 20_000])
      await product.intake.take('county', [{ ...whole, price }], { actor: 'intake:county', commandId: randomUUID() });
    await root.post('/api/sell', {
      propertyType: 'house',
      zipCode: '48204',
      price: 20_000,
      description: 'Good three bedroom house for sale, as it stands.',
      name: 'Ann Heir',
      phone: '313-555-0123',
      consent: true,
    });
    await product.waitForViews();
    const waiting = JSON.parse((await root.get('/api/admin/review')).text) as ReviewItem[];
    for (const { title, answer } of items) {
      const id = waiting.find(({ listing }) => listing.title === title)?.id ?? '';
      if (answer) expect((await root.post(`/api/admin/review/${id}`, answer)).status).toBe(200);
    }
    const found = {
      title: 'Cottage with 2 bedrooms at 17 Mill Road for sale',
      link: 'https://example.com/17',
      zipCode: '48204',
    };
    await product.intake.take('county', [{ ...found, price: 30_000 }], {
      actor: 'intake:county',
      commandId: randomUUID(),
    });
    await product.waitForViews();
    const [listing] = JSON.parse((await root.get('/api/admin/listings?limit=1')).text) as { id: string }[];
    expect(
      (await root.post(`/api/admin/listings/${listing?.id ?? ''}/retype`, { propertyType: 'tiny home' })).status,
    ).toBe(200);
    const spam = waiting.find(({ source }) => source === 'sell')?.id ?? '';
    await root.post(`/api/admin/review/${spam}`, { decision: 'reject' });

    const { stdout, stderr, code } = await evaluate('--reviews', '--verbose');
    expect([stderr, code]).toEqual(['', 0]);
    expect(stdout).toContain('4 rows judged, 1 without a label left out');
    expect(stdout).toMatch(/^house +1 +0 +0 +0 +0 +0 +1$/m);
    expect(stdout).toMatch(/^raw land +1 +0 +0 +0 +0 +0 +1$/m);
    expect(stdout).toMatch(/^reject +1 +0 +0 +0 +0 +0 +1$/m);
    expect(stdout).toContain('1 of 4 as labeled (0.250)');
    expect(stdout).toMatch(/^tiny home +1 +0 +0 +0 +0 +0 +1$/m);
    expect(stdout).toContain('raw land, judged house: House on 5 acres of vacant land for sale, 214 Elm Road');
  });

  it('An evaluation by the decisions of the review uses either a file or the review, not both', async () => {
    const { stderr, code } = await evaluate('rows.csv', '--reviews');
    expect([stderr, code]).toEqual([expect.stringContaining('Give a FILE, --corpus or --reviews'), 64]);
    const elsewhere = await run('/nowhere', ['--reviews']);
    expect(elsewhere.stderr).toContain('There is no log in DATA_DIR');
  });
});
