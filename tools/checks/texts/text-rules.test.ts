import { expect, it } from 'vitest';
import { parseSource } from '../source-files.ts';
import { findPrivateTexts } from './text-rules.ts';

const findIn = (path: string, text: string) => findPrivateTexts([parseSource(path, text)]);

const privateExamples = [
  ['a page', 'web/src/page.tsx', 'export const Page = () => <p>Kept until\n somebody resumes it.</p>;', 'somebody'],
  ['an attribute', 'web/src/page.tsx', 'export const Page = () => <p title="It is gone for good" />;', 'for good'],
  [
    'a mail',
    'server/modules/alerts/channels/email/mail.ts',
    "export const text = 'It is thrown away.';",
    'thrown away',
  ],
  ['an error', 'server/lib/a.ts', 'throw new Error(`Nobody has ${what} anew`);', 'Nobody'],
  ['a log', 'server/lib/a.ts', "log.info('The admin is told of it');", 'is told'],
  ['a comment', 'server/lib/a.ts', '/** Waits, and\n * meanwhile reads. */\nexport const a = 1;', 'meanwhile'],
  ['a line comment', 'server/lib/a.ts', '// What became of a listing.\nexport const a = 1;', 'What became of'],
  ['a test title', 'server/lib/a.test.ts', "it('A value stays as it stands', () => {});", 'as it stands'],
  ['a British spelling', 'server/lib/a.ts', "export const text = 'The run was cancelled.';", 'cancelled'],
] as const;

it.each(privateExamples)('The private phrase of %s is reported', (_where, path, text, phrase) => {
  const [first] = findIn(path, text);
  expect(first).toMatch(`${path} says '${phrase}', write '`);
});

it.each([
  ['an example of a test', 'server/lib/a.test.ts', "parse('nobody is here');"],
  ['a single word', 'server/lib/a.ts', "export const name = 'nobody';"],
  ['a plain sentence', 'web/src/page.tsx', 'export const Page = () => <p>We sent it to all members.</p>;'],
  ['a style', 'web/src/page.tsx', 'export const Page = () => <p className="for good" />;'],
  ['a term', 'server/lib/a.ts', "export const text = 'This stands for a member.';"],
])('The text of %s is accepted', (_where, path, text) => {
  expect(findIn(path, text)).toEqual([]);
});
