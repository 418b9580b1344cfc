import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createTestFolder } from '#server/lib/testing/temporary-folder.ts';
import { buildCheckout, lastError, openCheckout, readReport, runBench } from './checkout.ts';

const figure = { name: 'rate', unit: 'a second', value: 5 };
let folder: string;
beforeEach(() => {
  folder = createTestFolder();
});

async function writeCheckout(bench: string, prebench?: string): Promise<void> {
  await mkdir(join(folder, 'node_modules'));
  await writeFile(join(folder, 'package.json'), JSON.stringify({ scripts: { bench, prebench } }));
}

describe('a checkout to compare with', () => {
  it('A compared checkout runs the bench that its package.json names, in its own folder and with the given arguments', async () => {
    const program = `console.log('measuring'); console.log(JSON.stringify({ figures: [{ ...${JSON.stringify(figure)}, name: process.argv.join() + process.cwd() }] })); console.table([1])`;
    await mkdir(join(folder, 'measured'));
    await writeFile(join(folder, 'measured', 'all.mjs'), program);
    await writeCheckout('node measured/all.mjs');
    const [found] = await runBench(openCheckout(folder), ['--only', 'match'], 1);
    expect(found?.name).toMatch(/all\.mjs,--only,match/);
    expect(found?.name.endsWith(folder)).toBe(true);
  });

  it('A compared checkout is built first where it has a build script, and reports the reason where the build fails', async () => {
    await writeCheckout('node bench.mjs', 'echo the web cannot be built >&2; exit 3');
    await expect(buildCheckout(openCheckout(folder), 1)).rejects.toThrow('the web cannot be built');
  });

  it('A compared checkout whose bench prints no figures fails with its last error', async () => {
    await writeCheckout(`node -e "console.log('so far'); throw new Error('The product said nothing')"`);
    await expect(runBench(openCheckout(folder), [], 1)).rejects.toThrow('Error: The product said nothing');
  });

  it('A compared checkout whose bench takes too long is ended with all processes that it started', async () => {
    await writeCheckout('sleep 60 & sleep 60');
    await expect(runBench(openCheckout(folder), [], 0.001)).rejects.toThrow('took over 0.001 minutes');
  });

  it('A compared checkout is refused in one sentence where it does not exist or its packages are missing', async () => {
    expect(() => openCheckout(join(folder, 'nowhere'))).toThrow(/holds no checkout/);
    await writeFile(join(folder, 'package.json'), JSON.stringify({ scripts: { bench: 'node bench.mjs' } }));
    expect(() => openCheckout(folder)).toThrow(/has no node_modules: run npm ci there first\.$/);
  });
});

describe('the output of a bench', () => {
  it('The output of a bench has its figures in the last line of JSON', () => {
    const stdout = `{"figures":[]}\n${JSON.stringify({ at: 'now', figures: [figure] })}\n┌───┐\n│ 0 │\n`;
    expect(readReport(stdout)).toEqual([figure]);
    expect(readReport('measuring\n')).toBeNull();
    expect(readReport('{"figures":\n')).toBeNull();
    expect(readReport('{"other":1}\n')).toBeNull();
  });

  it('The output of a bench has its error on stderr, whatever follows it', () => {
    expect(lastError('measuring\n\nError: refused\n    at file.ts:1\n\nNode.js v26.10.0\n')).toBe('Error: refused');
    expect(lastError('credential.key is missing\n')).toBe('credential.key is missing');
    expect(lastError('')).toBe('it said nothing of why');
  });
});
