import { type ParseArgsConfig, parseArgs } from 'node:util';

const defaultSizes = {
  events: '200000',
  members: '1000000',
  users: '100000',
  connected: '200',
  listings: '100000',
} as const;
export type Size = keyof typeof defaultSizes;

export type Options = {
  /** Names in the catalogue; null for all. */
  groups: string[] | null;
  all: boolean;
  /** The folder of another checkout; null to measure this one alone. */
  baseline: string | null;
  rounds: number;
  /** A figure is given up after this many minutes. */
  minutes: number;
  sizes: Record<Size, number>;
};

/** The error in the arguments, as one sentence. */
export class WrongArguments extends Error {}

const textOption = (usual: string) => ({ type: 'string', default: usual }) as const;
const optionConfig = {
  only: { type: 'string' },
  all: { type: 'boolean', default: false },
  against: { type: 'string' },
  rounds: textOption('5'),
  minutes: textOption('8'),
  events: textOption(defaultSizes.events),
  members: textOption(defaultSizes.members),
  users: textOption(defaultSizes.users),
  connected: textOption(defaultSizes.connected),
  listings: textOption(defaultSizes.listings),
} as const satisfies ParseArgsConfig['options'];

/** The options of `npm run bench`, for figures with these names. Throws WrongArguments. */
export function readOptions(args: string[], names: readonly string[]): Options {
  const values = parseOptions(args);
  return {
    groups: values.only === undefined ? null : readNames(values.only, names),
    all: values.all,
    baseline: values.against ?? null,
    rounds: readCount('rounds', values.rounds),
    minutes: readCount('minutes', values.minutes),
    sizes: {
      events: readCount('events', values.events),
      members: readCount('members', values.members),
      users: readCount('users', values.users),
      connected: readCount('connected', values.connected),
      listings: readCount('listings', values.listings),
    },
  };
}

function parseOptions(args: string[]) {
  try {
    return parseArgs({ args, options: optionConfig }).values;
  } catch (error) {
    const [reason = ''] = error instanceof Error ? error.message.split(/\.?\n|\. /) : [];
    throw new WrongArguments(`${reason}: the options are in tools/bench/README.md.`);
  }
}

function readNames(only: string, names: readonly string[]): string[] {
  const selected = only.split(',').map((name) => name.trim());
  const unknown = selected.find((name) => !names.includes(name));
  if (unknown === undefined) return selected;
  throw new WrongArguments(`There is no figure '${unknown}': --only takes ${names.join(', ')}, separated by commas.`);
}

function readCount(name: string, value: string): number {
  if (/^[1-9]\d{0,8}$/.test(value)) return Number(value);
  throw new WrongArguments(`--${name} takes a whole number above zero, not '${value}'.`);
}
