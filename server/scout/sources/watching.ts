import { secondOpinion } from '#domain/source/contract.ts';
import { sourceStates } from '#projections/sources.ts';
import type { Context } from '../../context.ts';
import { callsToday } from '../opinion/budget.ts';
import { breakerOpenSince } from '../opinion/state.ts';
import { space as passes } from '../connectors/source-doc.ts';
import type { Pass } from './connector.ts';
import type { Figures } from './figures.ts';
import type { KnownSource } from './known.ts';
import { type Told, troubleOf, type Watched } from './trouble.ts';

type Parts = Pick<Context, 'config' | 'views' | 'documents' | 'sources' | 'clock'>;

/** What is wrong with whatever is watched and not paused, by its id; null for nothing. `begun` in ms since 1970. */
export async function troubles(parts: Parts, begun: number): Promise<Map<string, Told | null>> {
  const { views, sources, clock } = parts;
  const [known, figures, states] = await Promise.all([
    sources.known.list(),
    sources.figures.read(),
    sourceStates(views),
  ]);
  const now = clock().getTime();
  const found = new Map<string, Told | null>();
  for (const source of known) {
    const said = states.get(source.id);
    if (said?.paused) continue;
    const since = Math.max(begun, timeOf(said?.resumedAt), timeOf(source.declaredAt));
    const watched = await standing(source, figures.get(source.id) ?? null, parts);
    found.set(source.id, troubleOf({ ...watched, since }, now));
  }
  found.set(secondOpinion, await opinionTrouble(parts));
  return found;
}

type Standing = Omit<Watched, 'since'>;
const unknown = { problem: null, failures: 0 };

/** How its last passes went. */
async function standing(source: KnownSource, figures: Figures | null, { documents }: Parts): Promise<Standing> {
  const { id, everySeconds } = source;
  if (everySeconds === null) return { ...(figures ?? unknown), pull: null };
  const pass = await documents.get<Pass & { id: string }>(passes, id);
  const { problem, failures } = pass ?? unknown;
  const pull = { everySeconds, lastPassAt: timeOf(pass?.checkedAt), nextPassAt: timeOf(pass?.nextAt) };
  return { problem, failures, pull };
}

async function opinionTrouble({ config: { model }, documents, clock }: Parts): Promise<Told | null> {
  if (model === null) return null;
  const waits = 'What the rules cannot judge waits for a person';
  if ((await breakerOpenSince(documents)) !== null)
    return { trouble: 'unreachable', problem: `The endpoint failed again and again. ${waits}` };
  if ((await callsToday(documents, clock)) < model.dailyCalls) return null;
  return { trouble: 'budget', problem: `All ${model.dailyCalls} calls of today are spent. ${waits}` };
}

/** 0 where there is none. */
function timeOf(at: string | null | undefined): number {
  return at ? Date.parse(at) : 0;
}
