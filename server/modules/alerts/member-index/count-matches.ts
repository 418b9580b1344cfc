import type { MatchedListing } from '#domain/matching/matcher.ts';
import type { ViewStore } from '#projections/store/port.ts';
import { withTimeout } from '#server/lib/delay.ts';
import { loadGazetteer } from '#server/modules/geo/index.ts';
import type { Platform } from '#server/platform/modules/platform.ts';
import { startWithRetry } from '#server/platform/subscriptions/start-with-retry.ts';
import type { MemberIndex } from './members.ts';

/** In ms: how long a count waits for the members to be read. */
const loadTimeoutMs = 2_000;

export type MatchCounter = {
  /** How many members the listing would alert, by the rules of the alerts; null while the members are being read. */
  count: (listing: MatchedListing) => Promise<number | null>;
  stop: () => Promise<void>;
};

type MatchCounterDeps = Pick<Platform, 'events' | 'documents' | 'log' | 'run'> & { views: ViewStore };

/** Reads the members with the first count, in any process, and keeps them current from then on. */
export function createMatchCounter({ run, ...deps }: MatchCounterDeps): MatchCounter {
  let loading: ReturnType<typeof startWithRetry<MemberIndex>> | null = null;
  const load = () =>
    startWithRetry({
      what: 'the count of matching members',
      log: deps.log,
      begin: async (stops) => {
        const [{ createMemberIndex }, { startStandbyMembers }] = await Promise.all([
          import('./members.ts'),
          import('./standby-members.ts'),
        ]);
        const members = createMemberIndex(await loadGazetteer());
        const standby = startStandbyMembers({ ...deps, members, name: 'match counts' }, run);
        stops.push(async () => {
          await standby.stop();
        });
        await standby.ready;
        return members;
      },
    });
  return {
    count: async (listing) => {
      loading ??= load();
      const members = await withTimeout(loading.started, loadTimeoutMs, () => null);
      return members?.match(listing).count ?? null;
    },
    stop: async () => loading?.stop(),
  };
}
