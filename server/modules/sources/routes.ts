import { sourceStream } from '#domain/event-catalog/streams.ts';
import { sourceEndpoints, type SourceView } from '#domain/source/contract.ts';
import { source, type SourceCommand } from '#domain/source/decider.ts';
import type { CommandMetadata } from '#server/platform/commands/command-handler.ts';
import { isFullAdmin } from '#domain/user/permissions.ts';
import { HttpError } from '#server/platform/http/middleware/http-error.ts';
import { type Route, route } from '#server/platform/http/routing/route.ts';
import type { CorrectionStore } from '#server/modules/intake/index.ts';
import type { Platform } from '#server/platform/modules/platform.ts';
import { SourcePaused } from './registry/source-policy.ts';
import { presentSources } from './present-sources.ts';
import { findSource, showFeeds, type ShownSourcesDeps } from './shown-sources.ts';
import { type ConnectionsDeps, presentConnections } from './connections.ts';
import type { SourceServices } from './registry/source-services.ts';
import type { DryRunDeps } from './dry-run/dry-run.ts';

/** The longest wait for a requested pass, in ms. */
const runTimeoutMs = 15_000;

type SourceRoutesDeps = ShownSourcesDeps &
  Pick<DryRunDeps, 'config' | 'intake' | 'weights'> &
  ConnectionsDeps &
  Pick<Platform, 'handle' | 'url'> & {
    sources: SourceServices;
    corrections: Pick<CorrectionStore, 'countOverruled'>;
  };

/** The sources as admins see them; full admins pause, resume and run them. */
export function sourceRoutes(deps: SourceRoutesDeps): Route[] {
  const { handle, sources } = deps;

  const requireSource = (id: string): Promise<SourceView> => findSource(id, deps);
  const changePause = async (
    type: Extract<SourceCommand['type'], 'Pause' | 'Resume'>,
    sourceId: string,
    sender: CommandMetadata,
  ) => {
    await requireSource(sourceId);
    await handle(source, sourceStream(sourceId), { type, data: { sourceId } }, sender);
    return () => requireSource(sourceId);
  };

  return [
    route(sourceEndpoints.listSources, async ({ user }) => {
      const views = await presentSources(deps);
      return isFullAdmin(user.role) ? showFeeds(views, deps) : views;
    }),
    route(sourceEndpoints.listOverruled, () => deps.corrections.countOverruled()),
    route(sourceEndpoints.pauseSource, ({ params: { id }, sender }) => changePause('Pause', id, sender)),
    route(sourceEndpoints.resumeSource, ({ params: { id }, sender }) => changePause('Resume', id, sender)),

    route(sourceEndpoints.runSource, async ({ params: { id }, response }) => {
      const { flow } = await requireSource(id);
      if (flow === 'push') throw new HttpError(409, `The source '${id}' sends its own listings and cannot be run`);
      if (await sources.pauses.isPaused(id)) throw new SourcePaused(id);
      if (!(await sources.runs.request(id, runTimeoutMs))) response.status(202);
      return requireSource(id);
    }),

    route(sourceEndpoints.dryRunFeed, async ({ body }) => {
      const { dryRunFeed } = await import('./dry-run/dry-run-feed.ts');
      return dryRunFeed(body, deps);
    }),

    route(sourceEndpoints.getConnections, () => presentConnections(deps)),

    route(sourceEndpoints.trySource, async ({ params: { id }, body: { sample } }) => {
      const { kind } = await requireSource(id);
      const { dryRunSample } = await import('./dry-run/dry-run.ts');
      return dryRunSample({ id, kind, sample }, { ...deps, url: deps.url() });
    }),
  ];
}
