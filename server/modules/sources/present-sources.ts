import { type ItemCounts, noItemCounts, type SourceState, type SourceView } from '#domain/source/contract.ts';
import { formatActor } from '#domain/workflow-log/actors.ts';
import { type SourceStateDoc, findSourceStates } from '#projections/sources.ts';
import type { ViewReader } from '#projections/store/port.ts';
import { findUser } from '#projections/users.ts';
import type { Platform } from '#server/platform/modules/platform.ts';
import { sourcesSpace as passes } from './feeds/feed-state.ts';
import type { SourcePassState } from './registry/connector.ts';
import type { SourceStats } from './registry/source-stats.ts';
import type { RegisteredSource } from './registry/source-registry.ts';
import type { SourceServices } from './registry/source-services.ts';

export type PresentSourcesDeps = Pick<Platform, 'views' | 'documents'> & {
  sources: Pick<SourceServices, 'registry' | 'stats' | 'runs'>;
};

type SourceFacts = {
  source: RegisteredSource;
  stats: SourceStats | null;
  state: SourceStateDoc | null;
  pass: SourcePassState | null;
  pausedBy: string;
  isRunning: boolean;
};

/** Every source as helper admins see it, by id. */
export async function presentSources(deps: PresentSourcesDeps): Promise<SourceView[]> {
  const registeredSources = await deps.sources.registry.list();
  return presentAll(registeredSources, deps);
}

/** One source, likewise; null if there is no such source. */
export async function presentSource(id: string, deps: PresentSourcesDeps): Promise<SourceView | null> {
  const registeredSource = await deps.sources.registry.find(id);
  const [view] = registeredSource === null ? [] : await presentAll([registeredSource], deps);
  return view ?? null;
}

async function presentAll(
  registeredSources: RegisteredSource[],
  { views, documents, sources }: PresentSourcesDeps,
): Promise<SourceView[]> {
  const [figures, states, running] = await Promise.all([
    sources.stats.read(),
    findSourceStates(views),
    sources.runs.listActive(),
  ]);
  const getActorName = createActorNames(views);
  return Promise.all(
    registeredSources.map(async (source) => {
      const state = states.get(source.id) ?? null;
      const pausedBy = state?.paused ? await getActorName(state.paused.by) : '';
      const pass =
        source.flow === 'pull' ? await documents.get<SourcePassState & { id: string }>(passes, source.id) : null;
      const isRunning = running.has(source.id);
      return toSourceView({ source, stats: figures.get(source.id) ?? null, state, pass, pausedBy, isRunning });
    }),
  );
}

function toSourceView({ source, stats, state, pass, pausedBy, isRunning }: SourceFacts): SourceView {
  const { id, kind, flow, basis, address, everySeconds } = source;
  const { week, unreadable } = stats ?? { week: { ...noItemCounts, errors: 0 }, unreadable: null };
  const own = flow === 'pull' ? summarizePulled(pass) : summarizePushed(stats, source.lastAt);
  const paused = state?.paused ? { at: state.paused.at, by: pausedBy } : null;
  const alarm = state?.alarm
    ? { at: state.alarm.at, trouble: state.alarm.trouble, problem: state.alarm.problem }
    : null;
  return {
    id,
    kind,
    flow,
    basis,
    address,
    feed: null,
    everySeconds,
    ...own,
    state: deriveState({ isPaused: paused !== null, fails: alarm !== null || own.failures > 0, last: own.lastPassAt }),
    paused,
    nextPassAt: paused === null ? own.nextPassAt : null,
    week,
    unreadable,
    alarm,
    isRunning,
  };
}

type PassSummary = Pick<SourceView, 'lastPassAt' | 'nextPassAt' | 'lastPass' | 'problem' | 'failures'>;

function summarizePulled(pass: SourcePassState | null): PassSummary {
  if (pass === null) return { lastPassAt: null, nextPassAt: null, lastPass: null, problem: null, failures: 0 };
  const { checkedAt, nextAt, figures, problem, failures } = pass;
  return { lastPassAt: checkedAt, nextPassAt: nextAt, lastPass: figures && toBrought(figures), problem, failures };
}

function summarizePushed(figures: SourceStats | null, lastAt: string | null): PassSummary {
  const { last = null, problem = null, failures = 0 } = figures ?? {};
  return { lastPassAt: figures?.lastAt ?? lastAt, nextPassAt: null, lastPass: last, problem, failures };
}

function deriveState({
  isPaused,
  fails,
  last,
}: {
  isPaused: boolean;
  fails: boolean;
  last: string | null;
}): SourceState {
  if (isPaused) return 'paused';
  if (fails) return 'failing';
  return last === null ? 'waiting' : 'working';
}

function toBrought({
  rows,
  accepted,
  duplicates,
  review,
  rejected,
}: NonNullable<SourcePassState['figures']>): ItemCounts {
  const total = (counts: Record<string, number>) => Object.values(counts).reduce((sum, count) => sum + count, 0);
  return { items: rows, accepted, duplicates, review: total(review), rejected: total(rejected) };
}

/** How an actor is shown, each looked up once. */
function createActorNames(views: ViewReader) {
  const names = new Map<string, Promise<string>>();
  const findName = async (actor: string) => {
    const user = await findUser(views, actor);
    return formatActor(actor, () => user?.email ?? 'a deleted user');
  };
  return (actor: string): Promise<string> => {
    const name = names.get(actor) ?? findName(actor);
    names.set(actor, name);
    return name;
  };
}
