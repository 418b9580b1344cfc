import { describe, expect, it } from 'vitest';
import { defineCommand } from './command.ts';
import { parseArguments } from './parse-arguments.ts';
import { renderHelp } from './run-command.ts';

const copy = defineCommand({
  invocation: 'npm run copy --',
  description: 'Copies a file.',
  positionals: [{ name: 'FROM' }, { name: 'TO', isOptional: true }],
  options: {
    times: { type: 'string', value: 'N', default: '1', description: 'number of copies' },
    quiet: { type: 'boolean', description: 'print nothing' },
  },
  notes: 'It never replaces a file.',
  run: () => Promise.resolve(),
});

describe('the arguments of a command', () => {
  it('The arguments of a command are its values with their defaults and its positionals', () => {
    const { values, positionals } = parseArguments(copy, ['a', '--quiet', 'b']);
    expect({ values: { ...values }, positionals }).toEqual({
      values: { times: '1', quiet: true },
      positionals: ['a', 'b'],
    });
  });

  it('A repeated positional of a command accepts any number of arguments', () => {
    const many = { ...copy, positionals: [{ name: 'NAME', isOptional: true, isRepeated: true }] };
    expect(parseArguments(many, []).positionals).toEqual([]);
    expect(parseArguments(many, ['a', 'b', 'c']).positionals).toEqual(['a', 'b', 'c']);
  });

  it.each([
    [[], 'FROM is missing: see npm run copy -- --help'],
    [['a', 'b', 'c'], "Unexpected argument 'c': see npm run copy -- --help"],
    [['a', '--fast'], "Unknown option '--fast': see npm run copy -- --help"],
    [['a', '--times'], "Option '--times <value>' argument missing: see npm run copy -- --help"],
    [['a', '--quiet=no'], "Option '--quiet' does not take an argument: see npm run copy -- --help"],
  ])('The wrong arguments %j of a command are rejected in one sentence', (args, sentence) => {
    expect(() => parseArguments(copy, args)).toThrow(sentence);
  });
});

describe('the help of a command', () => {
  it('The help of a command shows its usage, its options with defaults, and its notes', () => {
    expect(renderHelp(copy)).toBe(`Usage: npm run copy -- FROM [TO] [options]

Copies a file.

  --times N  number of copies (default 1)
  --quiet    print nothing
  --help     print this help

It never replaces a file.
`);
  });
});
