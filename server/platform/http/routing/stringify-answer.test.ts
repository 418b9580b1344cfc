import { expect, it } from 'vitest';
import { countYields } from '#server/testing/count-yields.ts';
import { stringifyAnswer } from './stringify-answer.ts';

const rows = (count: number) => Array.from({ length: count }, (_, n) => ({ n, text: `row "${n}"`, none: undefined }));

it.each([
  ['a text', 'a "text"'],
  ['null', null],
  ['a short list', rows(3)],
  ['a long list', rows(1_201)],
  ['a list without rows', []],
  ['a record', { a: 1, b: undefined, c: [null, undefined], at: new Date(0) }],
  ['a record of long lists', { id: 'ann', left: undefined, 'a "name"': rows(1_000), others: rows(501), few: rows(2) }],
])('The text of an answer is that of JSON: %s', async (_name, answer) => {
  expect(await stringifyAnswer(answer)).toBe(JSON.stringify(answer));
});

it('Other requests are answered while the text of a record of long lists is built', async () => {
  const { yields } = await countYields(() => stringifyAnswer({ history: rows(5_000), signIns: [] }));
  expect(yields).toBeGreaterThanOrEqual(9);
});
