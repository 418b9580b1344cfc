import { sourceStream } from '#domain/event-catalog/streams.ts';
import { sampleBody, sourcePaths, type SourceView } from '#domain/source/contract.ts';
import { source, type SourceCommand } from '#domain/source/decider.ts';
import type { CommandDeps, CommandMetadata } from '#server/platform/commands/command-handler.ts';
import { HttpError } from '#server/platform/http/middleware/http-error.ts';
import { type Route, route } from '#server/platform/http/routing/route.ts';
import type { IntakeDeps } from '#server/modules/intake/index.ts';
import { sourcePausedError } from './registry/with-source-policy.ts';
import { type PresentSourcesDeps, presentSource, presentSources } from './present-sources.ts';
import type { SourceServices } from './registry/source-services.ts';
import type { DryRunDeps } from './dry-run.ts';

/** The longest wait for a requested pass, in ms. */
const runTimeoutMs = 15_000;

type SourceRoutesDeps = CommandDeps &
  PresentSourcesDeps &
  Pick<DryRunDeps, 'config' | 'events'> & {
    sources: SourceServices;
  };

/** The sources as admins see them; full admins pause, resume and run them. */
export function sourceRoutes(deps: SourceRoutesDeps, { intake, url }: IntakeDeps): Route[] {
  const { handle, waitForProjections, sources } = deps;

  const requireSource = async (id: string): Promise<SourceView> => {
    const view = await presentSource(id, deps);
    if (view === null) throw new HttpError(404, 'No such source');
    return view;
  };
  const changePause = async (
    type: Extract<SourceCommand['type'], 'Pause' | 'Resume'>,
    sourceId: string,
    sender: CommandMetadata,
  ) => {
    await requireSource(sourceId);
    const { position } = await handle(source, sourceStream(sourceId), { type, data: { sourceId } }, sender);
    await waitForProjections(position);
    return requireSource(sourceId);
  };

  return [
    route({ method: 'get', path: sourcePaths.list, access: 'admin', status: 200 }, () => presentSources(deps)),

    route(
      { method: 'post', path: sourcePaths.pause(':id'), access: 'full-admin', status: 200 },
      ({ request, sender }) => changePause('Pause', String(request.params['id']), sender),
    ),

    route(
      { method: 'post', path: sourcePaths.resume(':id'), access: 'full-admin', status: 200 },
      ({ request, sender }) => changePause('Resume', String(request.params['id']), sender),
    ),

    route(
      { method: 'post', path: sourcePaths.run(':id'), access: 'full-admin', status: 200 },
      async ({ request, response }): Promise<SourceView> => {
        const { id, flow } = await requireSource(String(request.params['id']));
        if (flow === 'push') throw new HttpError(409, `The source '${id}' brings its listings by itself`);
        if (await sources.pauses.isPaused(id)) throw sourcePausedError(id);
        if (!(await sources.runs.request(id, runTimeoutMs))) response.status(202);
        return requireSource(id);
      },
    ),

    route(
      { method: 'post', path: sourcePaths.try(':id'), access: 'admin', status: 200, body: sampleBody },
      async ({ request, body: { sample } }) => {
        const { id, kind } = await requireSource(String(request.params['id']));
        const { dryRunSample } = await import('./dry-run.ts');
        return dryRunSample({ id, kind, sample }, { ...deps, intake, url });
      },
    ),
  ];
}
