import { describe, expect, it } from 'vitest';
import { parseArguments } from '#server/lib/command-line/parse-arguments.ts';
import { benchOptions, toBenchOptions } from './options.ts';

const names = ['match', 'log'];
const read = (...args: string[]) =>
  toBenchOptions(parseArguments({ invocation: 'npm run bench --', options: benchOptions }, args).values, names);

describe('the arguments of the bench', () => {
  it('The arguments of the bench measure everything of this checkout where none are given', () => {
    expect(read()).toMatchObject({ groups: null, all: false, baseline: null, rounds: 5 });
    expect(read().sizes).toMatchObject({ events: 200_000, members: 1_000_000 });
  });

  it('The arguments of the bench select figures, sizes and another checkout', () => {
    expect(read('--only', 'log, match', '--events', '1000', '--all')).toMatchObject({
      groups: ['log', 'match'],
      all: true,
      sizes: { events: 1000 },
    });
    expect(read('--against', '../other', '--short')).toMatchObject({ short: true, rounds: 1 });
    expect(read('--against', '../other', '--rounds', '3')).toMatchObject({ baseline: '../other', rounds: 3 });
  });

  it('The arguments of the bench are refused in one sentence that lists the names where a figure is unknown', () => {
    expect(() => read('--only', 'match,memori')).toThrow(
      "There is no figure 'memori': --only takes match, log, separated by commas.",
    );
    expect(() => read('--only', '')).toThrow('--only takes match, log');
  });

  it('The arguments of the bench are refused where a short comparison has no other checkout', () => {
    expect(() => read('--short')).toThrow('--short needs --against FOLDER.');
  });

  it('The arguments of the bench are refused in one sentence where an option is unknown or lacks its value', () => {
    expect(() => read('--onyl', 'match')).toThrow(/^Unknown option '--onyl': see npm run bench -- --help$/);
    expect(() => read('--only')).toThrow(/argument missing: see npm run bench -- --help$/);
    expect(() => read('match')).toThrow(/Unexpected argument 'match'/);
  });

  it.each(['0', '-5', '1.5', 'many', '', '1e3'])(
    'The arguments of the bench are refused where a count is %j',
    (count) => {
      expect(() => read(`--rounds=${count}`)).toThrow(`--rounds takes a whole number above zero, not '${count}'.`);
    },
  );
});
