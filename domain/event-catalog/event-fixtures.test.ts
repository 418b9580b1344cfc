import { describe, expect, it } from 'vitest';
import { projections } from '#projections/all.ts';
import type { AnyProjection } from '#projections/projection.ts';
import { productEvents, readFixtures, testEvents } from '../../tools/checks/recorded-events.ts';
import { access } from '#domain/sign-in/decider.ts';
import { alert } from '#domain/alert/decider.ts';
import { announcement } from '#domain/announcement/decider.ts';
import type { Position, Recorded } from '#domain/shared/decider.ts';
import { installation } from '#domain/installation/decider.ts';
import { listing } from '#domain/listing/decider.ts';
import { listingMark } from '#domain/member-listing/decider.ts';
import { upcast } from './upcasters.ts';
import { subscription } from '#domain/subscription/decider.ts';
import { email, user } from '#domain/user/decider.ts';
import { visit } from '#domain/visit/decider.ts';
import { workflow } from '#domain/workflow-log/decider.ts';

type Read = Recorded<{ type: string; data: unknown }>;

/** The event as it was written: version 1 has no version in its metadata. */
function written(type: string, version: number, data: unknown): Read {
  const metadata = { actor: 'system', commandId: 'c', correlationId: 'c', at: '2026-03-02T09:30:00.000Z' };
  const versions = version > 1 ? { versions: { [type]: version } } : {};
  return {
    type,
    data,
    id: 'e',
    stream: 's',
    revision: 0,
    position: 1 as Position,
    metadata: { ...metadata, ...versions },
  };
}

const fixtures = [productEvents, testEvents].flatMap((catalogue) =>
  [...readFixtures(catalogue)].flatMap(([type, all]) =>
    all.map((fixture, index) => ({ type, index, known: catalogue.upcasters, ...fixture })),
  ),
);

/**
 * Every written event went through one of these deciders; each decider is given all events, and must ignore foreign
 * ones.
 */
const deciders = {
  user,
  email,
  access,
  listing,
  listingMark,
  alert,
  announcement,
  visit,
  workflow,
  installation,
  subscription,
};
type Evolving = { evolve: (state: unknown, event: Read) => unknown; initialState: unknown };

/** The event types of each stream, and the first event of the stream. */
const streams: [types: RegExp, decider: keyof typeof deciders, first: string][] = [
  [/^Email(Claimed|Released)$/, 'email', 'EmailClaimed'],
  [/^(Signed|Session|NewBrowser|SecondFactor|RecoveryCode)/, 'access', 'SignedIn'],
  [/^ListingMarked$/, 'listingMark', 'ListingMarked'],
  [/^Listing(?!s)/, 'listing', 'ListingFound'],
  [/^Alerts/, 'alert', 'AlertsMatched'],
  [/^Announcement/, 'announcement', 'AnnouncementPublished'],
  [/^Visit/, 'visit', 'VisitRecorded'],
  [/^Installation/, 'installation', 'InstallationCreated'],
  [/^PaymentReported$/, 'subscription', 'PaymentReported'],
  [/^(NoteTaken|UsersImported)$/, 'workflow', 'NoteTaken'],
  [
    /^(User|Filters|EmailChanged|Password|Temporary|Member|Search|ListingsSaved|HigherLimit|Role)/,
    'user',
    'UserRegistered',
  ],
];

function firstOf(type: string): Read {
  const [fixture] = fixtures.filter((one) => one.type === type);
  if (!fixture) throw new Error(`There is no example of ${type}`);
  return upcast(written(type, fixture.version, fixture.written), fixture.known);
}

describe.each(fixtures)(
  '$type of version $version, example $index',
  ({ type, version, known, written: data, read }) => {
    const event = upcast(written(type, version, data), known);

    it('A recorded event is read in its latest version', () => {
      expect(event.data).toEqual(read);
    });

    it('A recorded event is stored unchanged', () => {
      const before = structuredClone(data);
      upcast(written(type, version, data), known);
      expect(data).toEqual(before);
    });

    it('A recorded event is applied by the decider of its stream', () => {
      const [, name, first] = streams.find(([pattern]) => pattern.test(type)) ?? [];
      if (name === undefined || first === undefined) return;
      // Each decider applies only the events of its own streams; this is one of them.
      const { evolve, initialState } = deciders[name] as unknown as Evolving;
      expect(evolve(initialState, event)).toBeDefined();
      expect(evolve(evolve(initialState, firstOf(first)), event)).toBeDefined();
    });

    it('A recorded event is applied by every view that handles its type', () => {
      const first = streams.find(([pattern]) => pattern.test(type))?.[2] ?? type;
      // Each view is given only the types that it handles.
      for (const { view, handles, idsOf, evolve } of projections as unknown as AnyEvolving[]) {
        if (!handles.includes(type)) continue;
        for (const id of idsOf(event)) {
          const before = handles.includes(first) ? evolve(null, firstOf(first), id) : null;
          for (const doc of [evolve(null, event, id), evolve(before, event, id)]) {
            expect(doc, `${view} of ${id}`).toEqual(JSON.parse(JSON.stringify(doc)));
          }
        }
      }
    });
  },
);

type AnyEvolving = Pick<AnyProjection, 'view'> & {
  handles: string[];
  idsOf: (event: Read) => Iterable<string>;
  evolve: (doc: unknown, event: Read, id: string) => unknown;
};
