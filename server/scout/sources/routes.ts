import { sampleBody, scoutStatusPath, sourcePaths, type SourceView } from '#domain/source/contract.ts';
import { source, type SourceCommand } from '#domain/source/decider.ts';
import type { Context } from '../../context.ts';
import type { Sender } from '../../handle.ts';
import { Problem } from '../../http/problem.ts';
import { type Route, route } from '../../http/route.ts';
import type { WayIn } from '../../intake/way-in.ts';
import { refusal } from './gate.ts';
import { sourceStream } from './pauses.ts';
import { scoutStatus } from './status.ts';
import { shownSource, shownSources } from './shown.ts';

/** In ms: longer than this nobody waits for a pass that was asked for. */
const patience = 15_000;

/** The sources as admins see them; full admins pause, resume and run them. */
export function sourceRoutes(context: Context, { intake, url }: WayIn): Route[] {
  const { handle, caughtUp, sources } = context;

  const known = async (id: string): Promise<SourceView> => {
    const view = await shownSource(id, context);
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
    route({ method: 'get', path: scoutStatusPath, access: 'admin', status: 200 }, () => scoutStatus(context)),

    route({ method: 'get', path: sourcePaths.list, access: 'admin', status: 200 }, () => shownSources(context)),

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
        return trySample({ id, kind, sample }, { ...context, intake, url });
      },
    ),
  ];
}
