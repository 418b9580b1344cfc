import { randomUUID } from 'node:crypto';
import { forgottenVisitsStream } from '#domain/event-catalog/streams.ts';
import { visit } from '#domain/visit/decider.ts';
import { listOldestVisitors } from '#projections/visitors.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { CommandDeps } from '#server/platform/commands/command-handler.ts';
import { runEvery } from '#server/lib/scheduler.ts';
import type { Platform, ViewDeps } from '#server/platform/modules/platform.ts';
import { toIso, dayMs } from '#server/lib/clock.ts';
import { documentSpaces } from '#projections/store/document-spaces.ts';

const space = documentSpaces.visitorRetention;
const batchSize = 500;
const intervalMs = 3_600_000;

type RetentionProgress = { id: 'visitors'; upTo: string };
export type RetentionDeps = CommandDeps &
  ViewDeps & {
    /** `before` is a day (yyyy-MM-dd), `at` a time in ISO 8601. */
    subjectKeys: { destroyVisits: (before: string, at: string) => Promise<void> };
  };
type RetentionOptions = { days: number; stopped?: AbortSignal };

/**
 * Removes address, user agent and referrer from the visits older than `days`, by events, so that rebuilt views remove
 * them too; then deletes the key of each day that has no newer visit. The counts stay. Resolves to the number of visits
 * changed.
 */
export async function forgetOldVisits(
  { views, documents, handle, waitForProjections, clock, subjectKeys }: RetentionDeps,
  { days, stopped }: RetentionOptions,
): Promise<number> {
  const until = toIso(clock().getTime() - days * dayMs);
  let upTo = (await documents.get<RetentionProgress>(space, 'visitors'))?.upTo ?? '';
  let dropped = 0;
  for (;;) {
    if (stopped?.aborted) return dropped;
    const old = await listOldestVisitors(views, { after: upTo, until, limit: batchSize });
    const [first] = old;
    if (!first) break;
    const ids = old.map(({ id }) => id);
    const sender = { actor: 'system', commandId: randomUUID() };
    const { position } = await handle(
      visit,
      forgottenVisitsStream(first.id),
      { type: 'Forget', data: { ids } },
      sender,
    );
    await waitForProjections(position);
    dropped += old.length;
    upTo = ids.at(-1) ?? upTo;
    const progress: RetentionProgress = { id: 'visitors', upTo };
    await documents.put(space, progress);
  }
  await subjectKeys.destroyVisits(until.slice(0, 'yyyy-MM-dd'.length), toIso(clock().getTime()));
  return dropped;
}

/** Runs once the views are ready, and every hour. `stop` resolves when the events in progress are written. */
export function startRetention(
  deps: RetentionDeps & Pick<Platform, 'log' | 'viewsReady'> & { config: Pick<Config, 'retentionDays'> },
) {
  const stopped = new AbortController();
  const options = { days: deps.config.retentionDays, stopped: stopped.signal };
  const trouble = 'Failed to anonymize old visits; retrying in an hour';
  const work = () => forgetOldVisits(deps, options);
  const repeated = runEvery({ work, intervalMs, ready: deps.viewsReady, log: deps.log, failureMessage: trouble });
  return {
    stop: () => {
      stopped.abort();
      return repeated.stop();
    },
  };
}
