import { secondOpinion } from '#domain/source/contract.ts';
import { sourceStates } from '#projections/sources.ts';
import type { Context } from '../../context.ts';
import { callsToday } from '../opinion/budget.ts';
import { breakerOpenSince } from '../opinion/state.ts';
import { space as passes } from '../connectors/source-doc.ts';
import type { Pass } from './connector.ts';
import { type Told, troubleOf } from './trouble.ts';

type Parts = Pick<Context, 'config' | 'views' | 'documents' | 'sources' | 'clock'>;

/** What is wrong with whatever is watched and not paused, by its id; null for nothing. `begun` in ms since 1970. */
export async function troubles(parts: Parts, begun: number): Promise<Map<string, Told | null>> {
  const { views, documents, sources, clock } = parts;
  const [known, figures, states] = await Promise.all([
    sources.known.list(),
    sources.figures.read(),
    sourceStates(views),
  ]);
  const now = clock().getTime();
  const found = new Map<string, Told | null>();
  for (const { id, flow, everySeconds, declaredAt } of known) {
    const said = states.get(id);
    if (said?.paused) continue;
    const since = Math.max(begun, timeOf(said?.resumedAt), timeOf(declaredAt));
    const { problem = null, failures = 0 } = figures.get(id) ?? {};
    if (flow === 'push' || everySeconds === null) {
      found.set(id, troubleOf({ problem, failures, pull: null, since }, now));
      continue;
    }
    const pass = await documents.get<Pass & { id: string }>(passes, id);
    const pull = { everySeconds, lastPassAt: timeOf(pass?.checkedAt), nextPassAt: timeOf(pass?.nextAt) };
    found.set(id, troubleOf({ problem: pass?.problem ?? null, failures: pass?.failures ?? 0, pull, since }, now));
  }
  found.set(secondOpinion, await opinionTrouble(parts));
  return found;
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
