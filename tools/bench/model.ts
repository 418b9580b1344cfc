import { runCommand } from '#server/lib/command-line/run-command.ts';

/*
 * A page of arithmetic: what a number of members asks of each part of the product at the busiest hour, against what one
 * process of that part does. The costs were measured, each where `from` says; nothing here is a simulation.
 */

/** What happens in a day. `fits` is the share of members that a listing fits; `peak` the busiest hour, in average ones. */
export type Traffic = { listings: number; fits: number; mails: number; connected: number; peak: number };

/** `rate` is what one process does in a second, of what `asks` tells for the whole; null where a total is what counts. */
export type Part = {
  name: string;
  unit: string;
  rate: number;
  from: string;
  asks: (members: number, traffic: Traffic) => number;
  /** How many processes can share the work. */
  most: number;
};

export type Load = { name: string; unit: string; asked: number; rate: number; processes: number; share: number };

const secondsPerDay = 86_400;
/** Bytes in the log for one alert of one member, of both its events, and in the views, with their indexes. */
const bytesPerAlert = { log: 660, tokens: 320, views: 1_600 };

const perSecond = (perDay: number, { peak }: Traffic) => (perDay / secondsPerDay) * peak;
const alertsPerDay = (members: number, { listings, fits }: Traffic) => listings * fits * members;

export const parts: readonly Part[] = [
  {
    name: 'intake',
    unit: 'listings/s',
    rate: 990,
    from: 'listings of many towns over the webhook, on files',
    asks: (_members, traffic) => perSecond(traffic.listings, traffic),
    most: 8,
  },
  {
    name: 'matcher',
    unit: 'members compared/s',
    rate: 2_500_000_000,
    from: '`match`: 0.4 ms for 1,000,000 members',
    asks: (members, traffic) => perSecond(traffic.listings, traffic) * members,
    most: 16,
  },
  {
    name: 'alerts written to the log',
    unit: 'alerts/s',
    rate: 15_000,
    from: '8,000 members of one listing in 0.44 to 0.64 s, EventStoreDB',
    asks: (members, traffic) => perSecond(alertsPerDay(members, traffic), traffic),
    most: 1,
  },
  {
    name: 'listings of members projected',
    unit: 'alerts/s',
    rate: 5_300,
    from: 'one projector, FerretDB in place of MongoDB; 30,000 on files',
    asks: (members, traffic) => perSecond(alertsPerDay(members, traffic), traffic),
    most: 4,
  },
  {
    name: 'mails sent',
    unit: 'mails/s',
    rate: 60,
    from: '`senders`: a mail server that takes 50 ms a mail',
    asks: (members, traffic) => perSecond(traffic.mails * members, traffic),
    most: 16,
  },
  {
    name: 'relay',
    unit: 'alerts/s',
    rate: 30_000,
    from: 'the projector on files, which opens the same events and also writes them',
    asks: (members, traffic) => perSecond(alertsPerDay(members, traffic), traffic),
    most: 1,
  },
  {
    name: 'web',
    unit: 'sockets',
    rate: 10_000,
    from: 'idle sockets at beats of 25 s, of which 5,000 took 0.9 % of a core: a cautious choice, limited by memory',
    asks: (members, traffic) => members * traffic.connected,
    most: 16,
  },
  {
    name: 'disk of the views after a year',
    unit: 'GB',
    rate: 4_000,
    from: '1,600 bytes an alert, with indexes; one MongoDB with a disk of 4 TB',
    asks: (members, traffic) => computeDisk(members, traffic).views,
    most: 1,
  },
];

/** The load of each part at the busiest hour, the fullest first: its share of what all processes that can share it do. */
export function computeLoads(members: number, traffic: Traffic): Load[] {
  const loads = parts.map(({ name, unit, rate, asks, most }): Load => {
    const asked = asks(members, traffic);
    return { name, unit, asked, rate, processes: Math.ceil(asked / rate), share: asked / (rate * most) };
  });
  return loads.toSorted((one, other) => other.share - one.share);
}

/** In GB a year: the log, the tokens of alerts beside it, the views. */
export function computeDisk(members: number, traffic: Traffic) {
  const alerts = alertsPerDay(members, traffic) * 365;
  const toGigabytes = (bytes: number) => (alerts * bytes) / 1e9;
  const { log, tokens, views } = bytesPerAlert;
  return { log: toGigabytes(log), tokens: toGigabytes(tokens), views: toGigabytes(views) };
}

/** A listing fits 1.25 % of members who look all over the country with the radii of the forms. */
export const usualTraffic: Traffic = { listings: 400, fits: 0.0125, mails: 2, connected: 0.02, peak: 4 };

function renderModel(members: number, traffic: Traffic): string {
  const numbers = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 });
  const format = (value: number) => numbers.format(value);
  const loads = computeLoads(members, traffic);
  const lines = loads.map(
    ({ name, unit, asked, rate, processes, share }) =>
      `  ${name}: ${format(asked)} ${unit} of ${format(rate)} a process, ${processes} needed, ${format(share * 100)} % of the most`,
  );
  const { log, tokens, views } = computeDisk(members, traffic);
  return [
    `${format(members)} members, ${format(traffic.listings)} listings a day, ${format(alertsPerDay(members, traffic))} alerts a day:`,
    ...lines,
    `  disk a year: log ${format(log)} GB, tokens ${format(tokens)} GB, views ${format(views)} GB`,
    `  full first: ${loads[0]?.name ?? ''}`,
  ].join('\n');
}

if (import.meta.main)
  await runCommand({
    invocation: 'npm run bench:model --',
    description: 'Prints which part of the product is full first, for 1 and 10 million members.',
    options: {},
    run: () => {
      console.log([1_000_000, 10_000_000].map((members) => renderModel(members, usualTraffic)).join('\n\n'));
      return Promise.resolve();
    },
  });
