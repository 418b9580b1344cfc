import { type CommandArguments, WrongArguments } from '#server/lib/command-line/command.ts';

const defaultSizes = {
  events: '200000',
  members: '1000000',
  users: '100000',
  connected: '200',
  listings: '100000',
  alerts: '250000',
} as const;
export type Size = keyof typeof defaultSizes;

export type Options = {
  /** Names in the catalogue; null for all. */
  groups: string[] | null;
  all: boolean;
  /** Of a comparison, one round of the quickest figures, without a verdict. */
  short: boolean;
  /** The folder of another checkout; null to measure this one alone. */
  baseline: string | null;
  rounds: number;
  /** A figure is given up after this many minutes. */
  minutes: number;
  sizes: Record<Size, number>;
};

const countOption = (defaultCount: string, description: string) =>
  ({ type: 'string', value: 'N', default: defaultCount, description }) as const;
export const benchOptions = {
  only: { type: 'string', value: 'NAMES', description: 'these figures only, separated by commas' },
  all: { type: 'boolean', description: 'also figures that nothing measures yet; with --against all figures' },
  against: { type: 'string', value: 'FOLDER', description: 'compare with the checkout in this folder' },
  short: {
    type: 'boolean',
    description: 'with --against one round of the quickest figures: only their ratios, and no verdict',
  },
  rounds: countOption('5', 'rounds of a comparison'),
  minutes: countOption('8', 'time limit of a figure'),
  events: countOption(defaultSizes.events, 'events of the log'),
  members: countOption(defaultSizes.members, 'members of the matcher'),
  users: countOption(defaultSizes.users, 'users of the memory figure, members of the searches figure'),
  connected: countOption(defaultSizes.connected, 'connected members'),
  listings: countOption(defaultSizes.listings, 'listings of the identity figure'),
  alerts: countOption(defaultSizes.alerts, 'waiting alerts of the morning figure'),
} as const;

type BenchValues = CommandArguments<typeof benchOptions>['values'];

/** The options of `npm run bench`, for figures with these names. Throws WrongArguments. */
export function toBenchOptions(values: BenchValues, names: readonly string[]): Options {
  const { short = false } = values;
  if (short && values.against === undefined) throw new WrongArguments('--short needs --against FOLDER.');
  return {
    groups: values.only === undefined ? null : readNames(values.only, names),
    all: values.all ?? false,
    short,
    baseline: values.against ?? null,
    rounds: short ? 1 : readCount('rounds', values.rounds),
    minutes: readCount('minutes', values.minutes),
    sizes: {
      events: readCount('events', values.events),
      members: readCount('members', values.members),
      users: readCount('users', values.users),
      connected: readCount('connected', values.connected),
      listings: readCount('listings', values.listings),
      alerts: readCount('alerts', values.alerts),
    },
  };
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
