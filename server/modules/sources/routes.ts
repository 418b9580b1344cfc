import type { Position } from '#domain/shared/decider.ts';
import { sampleBody, sourcePaths, type SourceView } from '#domain/source/contract.ts';
import { source, type SourceCommand } from '#domain/source/decider.ts';
import type { Handle, Sender } from '#server/platform/commands/handle.ts';
import { Problem } from '#server/platform/http/middleware/problem.ts';
import { type Route, route } from '#server/platform/http/routing/route.ts';
import type { WayIn } from '#server/modules/intake/index.ts';
import { refusal } from './registry/gate.ts';
import { sourceStream } from './registry/pauses.ts';
import { type ShownSourcesDeps, shownSource, shownSources } from './shown.ts';
import type { Sources } from './registry/sources.ts';
import type { TrySampleDeps } from './try-out.ts';

/** The longest wait for a requested pass, in ms. */
const patience = 15_000;

type SourceRoutesDeps = ShownSourcesDeps &
  Pick<TrySampleDeps, 'config' | 'events'> & {
    sources: Sources;
    handle: Handle;
    /** Resolves once the views have applied `position`, or after 2 s. */
    caughtUp: (position: Position) => Promise<void>;
  };

/** The sources as admins see them; full admins pause, resume and run them. */
export function sourceRoutes(deps: SourceRoutesDeps, { intake, url }: WayIn): Route[] {
  const { handle, caughtUp, sources } = deps;

  const known = async (id: string): Promise<SourceView> => {
    const view = await shownSource(id, deps);
    if (view === null) throw new Problem(404, 'No such source');
    return view;
  };
  const tell = async (type: Extract<SourceCommand['type'], 'Pause' | 'Resume'>, sourceId: string, sender: Sender) => {
    await known(sourceId);
    const { position } = await handle(source, sourceStream(sourceId), { type, data: { sourceId } }, sender);
    await caughtUp(position);
    return known(sourceId);
  };

  return [
    route({ method: 'get', path: sourcePaths.list, access: 'admin', status: 200 }, () => shownSources(deps)),

    route(
      { method: 'post', path: sourcePaths.pause(':id'), access: 'full-admin', status: 200 },
      ({ request, sender }) => tell('Pause', String(request.params['id']), sender),
    ),

    route(
      { method: 'post', path: sourcePaths.resume(':id'), access: 'full-admin', status: 200 },
      ({ request, sender }) => tell('Resume', String(request.params['id']), sender),
    ),

    route(
      { method: 'post', path: sourcePaths.run(':id'), access: 'full-admin', status: 200 },
      async ({ request, response }): Promise<SourceView> => {
        const { id, flow } = await known(String(request.params['id']));
        if (flow === 'push') throw new Problem(409, `The source '${id}' brings its listings by itself`);
        if (await sources.pauses.isPaused(id)) throw refusal(id);
        if (!(await sources.runs.ask(id, patience))) response.status(202);
        return known(id);
      },
    ),

    route(
      { method: 'post', path: sourcePaths.try(':id'), access: 'admin', status: 200, body: sampleBody },
      async ({ request, body: { sample } }) => {
        const { id, kind } = await known(String(request.params['id']));
        const { trySample } = await import('./try-out.ts');
        return trySample({ id, kind, sample }, { ...deps, intake, url });
      },
    ),
  ];
}
