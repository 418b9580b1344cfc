import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runScript } from '#server/testing/run-script.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'evaluate-'));
});
afterAll(() => rm(folder, { recursive: true }));

const evaluate = async (name: string, content: string | null, ...args: string[]) => {
  const file = join(folder, name);
  if (content !== null) await writeFile(file, content);
  const { stdout, stderr, code } = await runScript('tools/evaluate/evaluate.ts', { args: [file, ...args] });
  return { stdout, stderr: stderr.trim().replaceAll(file, 'FILE'), code };
};

const csv = `title,details,price,label
"House for sale, 3 bedrooms",Inherited and sold as-is,"$45,000",house
"5 acres of vacant land for sale",Wooded,12000,raw land
"House for rent, 2 bedrooms",No pets,$950/mo,reject
"Single wide mobile home, must be moved",,9000,house
"Something nobody knows",,20000,
`;

describe('an evaluation', () => {
  it('An evaluation compares labels with verdicts, and reports precision and recall', async () => {
    const { stdout, stderr, code } = await evaluate('listings.csv', csv);
    expect([stderr, code]).toEqual(['', 0]);
    expect(stdout.split('\n')).toEqual([
      '4 rows judged, 1 without a label left out',
      '',
      'label \\ verdict  house  mobile home  raw land  tiny home  reject  review  rows',
      'house                1            1         0          0       0       0     2',
      'raw land             0            0         1          0       0       0     1',
      'reject               0            0         0          0       1       0     1',
      '',
      'class        precision  recall',
      'house            1.000   0.500',
      'raw land         1.000   1.000',
      'reject           1.000   1.000',
      'mobile home      0.000       -',
      'tiny home            -       -',
      'review               -       -',
      '',
      '3 of 4 as labeled (0.750)',
      '',
    ]);
  });

  it('An evaluation lists the disagreements when asked', async () => {
    const { stdout } = await evaluate('listings.csv', csv, '--verbose');
    expect(stdout).toContain('row 4: house, judged mobile home: Single wide mobile home, must be moved (');
    expect((await evaluate('one.csv', 'title,label\nHouse for sale,house\n', '--verbose')).stdout).toContain(
      'No disagreements',
    );
  });

  it('An evaluation reads JSON lines, columns with other names, and labels with other words', async () => {
    const lines = [
      { name: 'House for sale, 3 bedrooms', text: 'As-is', usd: 45_000, kind: 'Single_Family' },
      { name: '5 acres of vacant land for sale', text: null, usd: '12k', kind: 'match' },
    ].map((line) => JSON.stringify(line));
    const columns = ['--title', 'name', '--details', 'text', '--price', 'usd', '--label', 'kind'];
    const { stdout } = await evaluate('listings.jsonl', lines.join('\n'), ...columns, '--map', 'single family=house');
    expect(stdout).toContain('2 of 2 as labeled (1.000)');
    expect(stdout).toMatch(/^match +1\.000 +1\.000$/m);
  });

  it('An evaluation counts the signals of an off-market offer where they are labeled', async () => {
    const signs = `title,details,label,signs
House for sale,"Inherited, sold as-is",house,Inherited; As-is
House for sale,Cash only,house,Needs work
Brick house for sale,,house,
`;
    const { stdout } = await evaluate('signs.csv', signs, '--cues', 'signs');
    expect(stdout.split('\n\n').at(-1)?.split('\n')).toEqual([
      'sign        precision  recall  labeled',
      'as is           1.000   1.000        1',
      'cash only       0.000       -        0',
      'inherited       1.000   1.000        1',
      'needs work          -   0.000        1',
      'all             0.667   0.667        3',
      '',
    ]);
    const line = JSON.stringify({ title: 'Inherited house for sale', label: 'house', cues: ['Inherited', 'Lien'] });
    expect((await evaluate('signs.jsonl', line, '--cues', 'cues')).stdout).toMatch(/^all +1\.000 +0\.500 +2$/m);
    const output = (await evaluate('signs.csv', signs, '--cues', 'signs', '--verbose')).stdout;
    expect(output).toContain(
      "row 2: cash only found in 'Cash only', not labeled\nrow 2: needs work labeled, not found",
    );
  });

  it.each<[string, string, string | null, string[], string, number?]>([
    ['a file that is not there', 'none.csv', null, [], 'There is no file FILE'],
    ['no such JSON lines', 'none.jsonl', null, [], 'There is no file FILE'],
    ['an empty file', 'empty.csv', '', [], 'FILE has no rows'],
    ['a missing column', 'a.csv', 'title,kind\nHouse,house\n', [], "FILE has no column 'label'; it has title, kind"],
    [
      'a named column',
      'b.csv',
      'title,label\nx,house\n',
      ['--price', 'usd'],
      "FILE has no column 'usd'; it has title, label",
    ],
    [
      'a file that is not JSON',
      'c.jsonl',
      '{"title":"x","label":"house"}\nrubbish\n',
      [],
      'Line 2 of FILE is no JSON object',
    ],
    ['a broken CSV', 'd.csv', 'title,label\n"House,house\n', [], 'FILE is no CSV: '],
    ['a mapping of nothing', 'e.csv', 'title,label\nx,house\n', ['--map', 'house'], '--map must be LABEL=CLASS', 64],
    ['an unknown option', 'f.csv', 'title,label\nx,house\n', ['--colour'], "Unknown option '--colour'", 64],
  ])('An evaluation refuses %s with a sentence', async (...[, name, content, args, sentence, exitCode = 1]) => {
    const { stdout, stderr, code } = await evaluate(name, content, ...args);
    expect([stdout, code]).toEqual(['', exitCode]);
    expect(stderr.split('\n')).toEqual([expect.stringContaining(sentence)]);
  });
});
