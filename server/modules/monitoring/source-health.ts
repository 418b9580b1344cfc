import { eventLogSourceId, secondOpinionSourceId, witnessSourceId } from '#domain/source/contract.ts';
import { findSourceStates } from '#projections/sources.ts';
import type { Documents } from '#projections/store/port.ts';
import type { Config } from '#server/platform/config/config.ts';
import { describeFailingWitness } from '#server/modules/audit/index.ts';
import { getBreakerOpenSince, countCallsToday } from '#server/modules/intake/index.ts';
import type { ViewDeps } from '#server/platform/modules/platform.ts';
import { describeDamagedLog } from '#server/platform/subscriptions/failed-events.ts';
import {
  type SourceStats,
  type RegisteredSource,
  type SourcePassState,
  type SourceServices,
  sourcesSpace as passes,
} from '#server/modules/sources/index.ts';
import { type HealthProblem, checkHealth, type HealthInput } from './health-check.ts';

export type SourceHealthDeps = ViewDeps & {
  config: Pick<Config, 'model' | 'witness'>;
  sources: Pick<SourceServices, 'registry' | 'stats'>;
};

/** The problem of each monitored source that is not paused, by its id; null for none. `begun` in ms since 1970. */
export async function findHealthProblems(
  deps: SourceHealthDeps,
  begun: number,
): Promise<Map<string, HealthProblem | null>> {
  const { views, sources, clock } = deps;
  const [registeredSources, figures, states] = await Promise.all([
    sources.registry.list(),
    sources.stats.read(),
    findSourceStates(views),
  ]);
  const now = clock().getTime();
  const problems = new Map<string, HealthProblem | null>();
  for (const source of registeredSources) {
    const state = states.get(source.id);
    if (state?.paused) continue;
    const since = Math.max(begun, toTime(state?.resumedAt), toTime(source.declaredAt));
    const passState = await readLastPassState(source, figures.get(source.id) ?? null, deps.documents);
    problems.set(source.id, checkHealth({ ...passState, since }, now));
  }
  problems.set(secondOpinionSourceId, await checkOpinion(deps));
  problems.set(eventLogSourceId, toFailure(await describeDamagedLog(deps.documents)));
  problems.set(witnessSourceId, toFailure(await describeFailingWitness(deps)));
  return problems;
}

type PassState = Omit<HealthInput, 'since'>;
const emptyPassState = { problem: null, failures: 0 };

/** The result of its last passes. */
async function readLastPassState(
  source: RegisteredSource,
  figures: SourceStats | null,
  documents: Documents,
): Promise<PassState> {
  const { id, everySeconds } = source;
  if (everySeconds === null) return { ...(figures ?? emptyPassState), pull: null };
  const pass = await documents.get<SourcePassState & { id: string }>(passes, id);
  const { problem, failures } = pass ?? emptyPassState;
  const pull = { everySeconds, lastPassAt: toTime(pass?.checkedAt), nextPassAt: toTime(pass?.nextAt) };
  return { problem, failures, pull };
}

function toFailure(problem: string | null): HealthProblem | null {
  return problem === null ? null : { trouble: 'failures', problem };
}

type OpinionDeps = Pick<SourceHealthDeps, 'documents' | 'clock'> & { config: Pick<Config, 'model'> };

async function checkOpinion({ config: { model }, documents, clock }: OpinionDeps): Promise<HealthProblem | null> {
  if (model === null) return null;
  const consequence = 'Listings that the rules cannot classify go to review';
  if ((await getBreakerOpenSince(documents)) !== null)
    return { trouble: 'unreachable', problem: `The endpoint failed repeatedly. ${consequence}` };
  if ((await countCallsToday(documents, clock)) < model.dailyCalls) return null;
  return { trouble: 'budget', problem: `The daily limit of ${model.dailyCalls} calls is reached. ${consequence}` };
}

/** In ms since 1970; 0 for none. */
function toTime(at: string | null | undefined): number {
  return at ? Date.parse(at) : 0;
}
