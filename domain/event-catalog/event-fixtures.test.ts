import { describe, expect, it } from 'vitest';
import { projections } from '#projections/all.ts';
import type { AnyProjection } from '#projections/projection.ts';
import { productEvents, readFixtures, testEvents } from '../../tools/checks/recorded-events.ts';
import { access } from '#domain/sign-in/decider.ts';
import { alert } from '#domain/alert/decider.ts';
import { announcement } from '#domain/announcement/decider.ts';
import type { Position, Recorded } from '#domain/shared/decider.ts';
import { listing } from '#domain/listing/decider.ts';
import { upcast } from './upcasters.ts';
import { email, user } from '#domain/user/decider.ts';
import { visit } from '#domain/visit/decider.ts';
import { workflow } from '#domain/workflow-log/decider.ts';

type Read = Recorded<{ type: string; data: unknown }>;

/** The event as it was written: the first version says nothing of itself. */
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
    all.map((fixture, index) => ({ type, index, known: catalogue.known, ...fixture })),
  ),
);

/** Whatever was written went through one of them; each is given all, as it must not mind. */
const deciders = { user, email, access, listing, alert, announcement, visit, workflow };
type Evolving = { evolve: (state: unknown, event: Read) => unknown; initialState: unknown };

/** Which types stand in a stream, and what the stream begins with. */
const streams: [types: RegExp, decider: keyof typeof deciders, first: string][] = [
  [/^Email(Claimed|Released)$/, 'email', 'EmailClaimed'],
  [/^Signed/, 'access', 'SignedIn'],
  [/^Listing(?!s)/, 'listing', 'ListingFound'],
  [/^Alerts/, 'alert', 'AlertsMatched'],
  [/^Announcement/, 'announcement', 'AnnouncementPublished'],
  [/^Visit/, 'visit', 'VisitRecorded'],
  [/^(NoteTaken|UsersImported)$/, 'workflow', 'NoteTaken'],
  [/^(User|Filters|EmailChanged|Password|Temporary|Member|ListingsSaved|HigherLimit|Role)/, 'user', 'UserRegistered'],
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

    it('reads in today’s shape', () => {
      expect(event.data).toEqual(read);
    });

    it('is left as it was written', () => {
      const before = structuredClone(data);
      upcast(written(type, version, data), known);
      expect(data).toEqual(before);
    });

    it('is taken in by the rules of its stream', () => {
      const [, name, first] = streams.find(([pattern]) => pattern.test(type)) ?? [];
      if (name === undefined || first === undefined) return;
      // Each takes the events of its own streams alone, and this is one of them.
      const { evolve, initialState } = deciders[name] as unknown as Evolving;
      expect(evolve(initialState, event)).toBeDefined();
      expect(evolve(evolve(initialState, firstOf(first)), event)).toBeDefined();
    });

    it('is taken in by every view that handles it', () => {
      const first = streams.find(([pattern]) => pattern.test(type))?.[2] ?? type;
      // Each is given but the types that it handles.
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
