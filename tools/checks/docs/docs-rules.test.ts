import { describe, expect, it } from 'vitest';
import { findUnknownCommands } from './command-rules.ts';
import { findDeadLinks } from './link-rules.ts';
import { findDecisionProblems, findReadmeProblems, findUnusedTerms } from './page-rules.ts';
import { findPrivateTexts } from './word-rules.ts';

const fence = '```';
const page = (text: string, path = 'docs/x.md') => [{ path, text }];

const plainTexts = [
  'Dead letters are listed.',
  'Turn on the `beside` flag.',
  `${fence}\nnobody\n${fence}\n`,
  '[a](turn.md)',
];
const privateTexts = [
  ['It is for Nobody.', 'Nobody'],
  ['A letter lies there.', 'letter'],
  ['It was thrown away.', 'thrown away'],
  ['What became of it', 'What became of'],
];

describe('links', () => {
  const exists = (path: string) => ['docs/y.md', 'docs/x.md', 'server/app/main.ts'].includes(path);
  const other = { path: 'docs/y.md', text: '# One two\n\n## `npm` & more\n' };

  it.each(['[a](y.md)', '[a](y.md#one-two)', '[a](#here)', '[a](https://a.example/b)', '`server/app/main.ts`'])(
    'The link %s leads somewhere',
    (link) => {
      expect(findDeadLinks([...page(`# Here\n\n${link}\n`), other], exists)).toEqual([]);
    },
  );

  it.each([
    ['[a](z.md)', 'z.md'],
    ['[a](y.md#three)', 'y.md#three'],
    ['[a](#there)', '#there'],
    ['![a](z.png)', 'z.png'],
    ['`server/app/gone.ts`', 'server/app/gone.ts'],
  ])('The link %s is reported', (link, target) => {
    const problems = findDeadLinks([...page(`# Here\n\n${link}\n`), other], exists);
    expect(problems).toEqual([`docs/x.md refers to ${target}, which does not exist`]);
  });

  it('The anchor of a heading has no signs', () => {
    expect(findDeadLinks([...page('[a](y.md#npm--more)'), other], exists)).toEqual([]);
  });
});

describe('commands', () => {
  const project = {
    scripts: { start: 'exec node server/app/main.ts', history: 'node cli/history/history.ts' },
    exists: (path: string) => ['server/app/main.ts', 'cli/history/history.ts'].includes(path),
    readSources: (folder: string) => (folder === 'cli/history' ? "verify: {}, 'as-of': {}, user: {}" : ''),
  };
  const check = (command: string) => findUnknownCommands(page(`${fence}sh\n${command}\n${fence}\n`), project);

  it.each([
    'npm ci && npm start   # begins',
    'A=b npm run history -- verify --as-of 5 --user Ann@example.com',
    'npm run history -- --user x',
    'docker compose run app node cli/history/history.ts verify',
    'npm run history -- --help',
  ])('The command %s exists', (command) => {
    expect(check(command)).toEqual([]);
  });

  it.each([
    ['npm run nothing', 'names no script'],
    ['npm nothing', 'names no script'],
    ['npm ci && npm run nothing', 'names no script'],
    ['npx node cli/gone/gone.ts', 'runs cli/gone/gone.ts'],
    ['npm run history -- seal', "gives 'seal'"],
    ['npm run history -- verify --nothing', "gives 'nothing'"],
    ['npm run history -- \\\n  --nothing', "gives 'nothing'"],
  ])('The command %s is reported', (command, problem) => {
    expect(check(command)).toEqual([expect.stringContaining(problem)]);
  });

  it('A command within a sentence is checked too', () => {
    expect(findUnknownCommands(page('Run `npm run nothing`.'), project)).toHaveLength(1);
  });
});

describe('words', () => {
  it.each(plainTexts)('The text %j is plain', (text) => {
    expect(findPrivateTexts(page(text))).toEqual([]);
  });

  it.each(privateTexts)('The text %j is reported', (text, word) => {
    expect(findPrivateTexts(page(text))[0]).toContain(`docs/x.md says '${word}'`);
  });
});

describe('pages', () => {
  it('A README over 7,000 bytes is reported', () => {
    expect(findReadmeProblems('é'.repeat(3500))).toEqual([]);
    expect(findReadmeProblems('é'.repeat(3501))).toHaveLength(1);
  });

  it('A decision has the number of its file, and is in the index by its heading', () => {
    const decisions = page('# 6. Mail\n', 'docs/adr/0006-mail.md');
    expect(findDecisionProblems(decisions, '[6. Mail](0006-mail.md)')).toEqual([]);
    expect(findDecisionProblems(decisions, '[6. Post](0006-mail.md)')).toHaveLength(1);
    expect(findDecisionProblems(page('# 3. Mail\n', 'docs/adr/0006-mail.md'), '[3. Mail](0006-mail.md)')).toEqual([
      'docs/adr/0006-mail.md has another number in its heading',
    ]);
  });

  it('Each term of the glossary is in the code, in any spelling', () => {
    const glossary = '| term | meaning |\n|---|---|\n| **Dead letter** | x |\n| **Outbox** | y |\n';
    expect(findUnusedTerms(glossary, ['dead-letter.ts', 'createOutbox()'])).toEqual([]);
    expect(findUnusedTerms(glossary, ['deadLetters'])).toEqual([expect.stringContaining("'Outbox'")]);
    expect(findUnusedTerms('', ['outbox'])).toEqual(['docs/glossary.md has no terms']);
  });
});
