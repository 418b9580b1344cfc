import { secondOpinion } from '#domain/source/contract.ts';
import { sourceStates } from '#projections/sources.ts';
import type { Documents, ViewReader } from '#projections/store/port.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { Clock } from '#server/lib/clock.ts';
import { breakerOpenSince, callsToday } from '#server/modules/intake/index.ts';
import {
  type Figures,
  type KnownSource,
  type Pass,
  type Sources,
  space as passes,
} from '#server/modules/sources/index.ts';
import { type Told, troubleOf, type Watched } from './trouble.ts';

export type WatchDeps = {
  config: Pick<Config, 'model'>;
  views: ViewReader;
  documents: Documents;
  sources: Pick<Sources, 'known' | 'figures'>;
  clock: Clock;
};

/** The trouble of each watched source that is not paused, by its id; null for none. `begun` in ms since 1970. */
export async function troubles(deps: WatchDeps, begun: number): Promise<Map<string, Told | null>> {
  const { views, sources, clock } = deps;
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
    const watched = await standing(source, figures.get(source.id) ?? null, deps.documents);
    found.set(source.id, troubleOf({ ...watched, since }, now));
  }
  found.set(secondOpinion, await opinionTrouble(deps));
  return found;
}

type Standing = Omit<Watched, 'since'>;
const unknown = { problem: null, failures: 0 };

/** The outcome of its last passes. */
async function standing(source: KnownSource, figures: Figures | null, documents: Documents): Promise<Standing> {
  const { id, everySeconds } = source;
  if (everySeconds === null) return { ...(figures ?? unknown), pull: null };
  const pass = await documents.get<Pass & { id: string }>(passes, id);
  const { problem, failures } = pass ?? unknown;
  const pull = { everySeconds, lastPassAt: timeOf(pass?.checkedAt), nextPassAt: timeOf(pass?.nextAt) };
  return { problem, failures, pull };
}

type OpinionDeps = Pick<WatchDeps, 'config' | 'documents' | 'clock'>;

async function opinionTrouble({ config: { model }, documents, clock }: OpinionDeps): Promise<Told | null> {
  if (model === null) return null;
  const waits = 'What the rules cannot judge waits for a person';
  if ((await breakerOpenSince(documents)) !== null)
    return { trouble: 'unreachable', problem: `The endpoint failed again and again. ${waits}` };
  if ((await callsToday(documents, clock)) < model.dailyCalls) return null;
  return { trouble: 'budget', problem: `All ${model.dailyCalls} calls of today are spent. ${waits}` };
}

/** In ms since 1970; 0 for none. */
function timeOf(at: string | null | undefined): number {
  return at ? Date.parse(at) : 0;
}
