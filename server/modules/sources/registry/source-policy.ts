import { type SourceKind } from '#domain/source/contract.ts';
import { builtInSources } from '#domain/listing/built-in-sources.ts';
import { HttpError } from '#server/platform/http/middleware/http-error.ts';
import type { CommandMetadata } from '#server/platform/commands/command-handler.ts';
import type { SourcePolicy } from '#server/modules/intake/index.ts';
import type { ScoutActivityTracker } from './scout-activity.ts';
import type { SourceStatsRecorder } from './source-stats.ts';
import type { SourceRegistry } from './source-registry.ts';
import type { Pauses } from './source-states.ts';

type SourcePolicyDeps = {
  stats: Pick<SourceStatsRecorder, 'count'>;
  registry: Pick<SourceRegistry, 'register'>;
  pauses: Pauses;
  scoutActivity: Pick<ScoutActivityTracker, 'recordAt'>;
};

/** A typed-in offer is a single listing and covers no area. */
const manualSources: ReadonlySet<string> = new Set([builtInSources.sell, builtInSources.entry]);

/** Refuses everything from a paused source, and records what the others send. */
export function createSourcePolicy({ stats, registry, pauses, scoutActivity }: SourcePolicyDeps): SourcePolicy {
  return {
    apply: async ({ source, sender, itemCount: items }, take) => {
      // An admin takes what the source sent before.
      if (sender.channel === 'review') return take();
      const kind = getSourceKind(source, sender);
      // No pass of a feed starts while it is paused, and one in progress is completed.
      const isPulled = kind === 'feed';
      if (!isPulled && (await pauses.isPaused(source))) throw new SourcePaused(source);
      if (!isPulled) registry.register(source, kind);
      try {
        const result = await take();
        stats.count(source, kind, { result, items });
        return result;
      } catch (error) {
        if (!isPulled) stats.count(source, kind, { problem: 'The listings could not be stored' });
        throw error;
      }
    },
    recordPlaces: ({ source, sender }, items) => {
      // The passes of a feed are recorded with the states that it declares; other sources declare none.
      if (manualSources.has(source) || getSourceKind(source, sender) === 'feed') return;
      scoutActivity.recordAt(items.flatMap(({ place }) => place ?? []));
    },
  };
}

/** Counts emails that could not be read for a source that may be unknown until then. */
export function createUnreadableCounter({
  stats,
  registry,
}: {
  stats: Pick<SourceStatsRecorder, 'countUnreadable'>;
  registry: Pick<SourceRegistry, 'register'>;
}) {
  return (source: string, reason: string): void => {
    registry.register(source, 'email');
    stats.countUnreadable(source, 'email', reason);
  };
}

export class SourcePaused extends HttpError {
  readonly source: string;

  constructor(source: string) {
    super(409, `The source '${source}' is paused`);
    this.name = 'SourcePaused';
    this.source = source;
  }
}

/** By its id if that is one of this product's, otherwise by the channel that it came through. */
function getSourceKind(source: string, { channel }: Pick<CommandMetadata, 'channel'>): SourceKind {
  if (source === builtInSources.sell || source === builtInSources.entry || source === builtInSources.simulator)
    return source;
  if (channel === 'feed') return 'feed';
  return channel === 'email' || source.startsWith('email-') ? 'email' : 'webhook';
}
