import { type ParseArgsConfig, parseArgs } from 'node:util';

const usualSizes = {
  events: '200000',
  members: '1000000',
  users: '100000',
  connected: '200',
  listings: '100000',
} as const;
export type Size = keyof typeof usualSizes;

export type Options = {
  /** Names of the catalogue; null for all. */
  only: string[] | null;
  all: boolean;
  /** The folder of another checkout; null to measure this one alone. */
  against: string | null;
  rounds: number;
  /** After so many minutes a figure is given up. */
  minutes: number;
  sizes: Record<Size, number>;
};

/** One sentence on what is wrong with the arguments. */
export class WrongArguments extends Error {}

const text = (usual: string) => ({ type: 'string', default: usual }) as const;
const given = {
  only: { type: 'string' },
  all: { type: 'boolean', default: false },
  against: { type: 'string' },
  rounds: text('5'),
  minutes: text('8'),
  events: text(usualSizes.events),
  members: text(usualSizes.members),
  users: text(usualSizes.users),
  connected: text(usualSizes.connected),
  listings: text(usualSizes.listings),
} as const satisfies ParseArgsConfig['options'];

/** What `npm run bench` was asked, of figures with these names. Throws WrongArguments. */
export function readOptions(args: string[], names: readonly string[]): Options {
  const values = parsed(args);
  return {
    only: values.only === undefined ? null : readNames(values.only, names),
    all: values.all,
    against: values.against ?? null,
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

function parsed(args: string[]) {
  try {
    return parseArgs({ args, options: given }).values;
  } catch (error) {
    const [reason = ''] = error instanceof Error ? error.message.split(/\.?\n|\. /) : [];
    throw new WrongArguments(`${reason}: the options are in tools/bench/README.md.`);
  }
}

function readNames(only: string, names: readonly string[]): string[] {
  const wanted = only.split(',').map((name) => name.trim());
  const unknown = wanted.find((name) => !names.includes(name));
  if (unknown === undefined) return wanted;
  throw new WrongArguments(`There is no figure '${unknown}': --only takes ${names.join(', ')}, separated by commas.`);
}

function readCount(name: string, value: string): number {
  if (/^[1-9]\d{0,8}$/.test(value)) return Number(value);
  throw new WrongArguments(`--${name} takes a whole number above zero, not '${value}'.`);
}
