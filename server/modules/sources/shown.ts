import { type Brought, broughtNothing, type SourceState, type SourceView } from '#domain/source/contract.ts';
import { actorName } from '#domain/workflow-log/actors.ts';
import { type SourceStateDoc, sourceStates } from '#projections/sources.ts';
import type { Documents, ViewReader } from '#projections/store/port.ts';
import { findUser } from '#projections/users.ts';
import { space as passes } from './feeds/source-doc.ts';
import type { Pass } from './registry/connector.ts';
import type { Figures } from './registry/figures.ts';
import type { KnownSource } from './registry/known.ts';
import type { Sources } from './registry/sources.ts';

export type ShownSourcesDeps = {
  views: ViewReader;
  documents: Documents;
  sources: Pick<Sources, 'known' | 'figures' | 'runs'>;
};

type Facts = {
  source: KnownSource;
  figures: Figures | null;
  said: SourceStateDoc | null;
  pass: Pass | null;
  pausedBy: string;
  isRunning: boolean;
};

/** Every source as admins see it, by id. */
export async function shownSources(deps: ShownSourcesDeps): Promise<SourceView[]> {
  const known = await deps.sources.known.list();
  return shown(known, deps);
}

/** One source; null if there is no such source. */
export async function shownSource(id: string, deps: ShownSourcesDeps): Promise<SourceView | null> {
  const known = await deps.sources.known.find(id);
  const [view] = known === null ? [] : await shown([known], deps);
  return view ?? null;
}

async function shown(known: KnownSource[], { views, documents, sources }: ShownSourcesDeps): Promise<SourceView[]> {
  const [figures, states, running] = await Promise.all([
    sources.figures.read(),
    sourceStates(views),
    sources.runs.underWay(),
  ]);
  const nameOf = namer(views);
  return Promise.all(
    known.map(async (source) => {
      const said = states.get(source.id) ?? null;
      const pausedBy = said?.paused ? await nameOf(said.paused.by) : '';
      const pass = source.flow === 'pull' ? await documents.get<Pass & { id: string }>(passes, source.id) : null;
      const isRunning = running.has(source.id);
      return viewOf({ source, figures: figures.get(source.id) ?? null, said, pass, pausedBy, isRunning });
    }),
  );
}

function viewOf({ source, figures, said, pass, pausedBy, isRunning }: Facts): SourceView {
  const { id, kind, flow, basis, address, everySeconds } = source;
  const own = flow === 'pull' ? readPass(pass) : broughtPass(figures, source.lastAt);
  const paused = said?.paused ? { at: said.paused.at, by: pausedBy } : null;
  const alarm = said?.alarm ? { at: said.alarm.at, trouble: said.alarm.trouble, problem: said.alarm.problem } : null;
  return {
    id,
    kind,
    flow,
    basis,
    address,
    everySeconds,
    ...own,
    state: stateOf({ isPaused: paused !== null, fails: alarm !== null || own.failures > 0, last: own.lastPassAt }),
    paused,
    nextPassAt: paused === null ? own.nextPassAt : null,
    week: figures?.week ?? { ...broughtNothing, errors: 0 },
    alarm,
    isRunning,
  };
}

type OwnPass = Pick<SourceView, 'lastPassAt' | 'nextPassAt' | 'lastPass' | 'problem' | 'failures'>;

function readPass(pass: Pass | null): OwnPass {
  if (pass === null) return { lastPassAt: null, nextPassAt: null, lastPass: null, problem: null, failures: 0 };
  const { checkedAt, nextAt, figures, problem, failures } = pass;
  return { lastPassAt: checkedAt, nextPassAt: nextAt, lastPass: figures && broughtBy(figures), problem, failures };
}

function broughtPass(figures: Figures | null, lastAt: string | null): OwnPass {
  const { last = null, problem = null, failures = 0 } = figures ?? {};
  return { lastPassAt: figures?.lastAt ?? lastAt, nextPassAt: null, lastPass: last, problem, failures };
}

function stateOf({ isPaused, fails, last }: { isPaused: boolean; fails: boolean; last: string | null }): SourceState {
  if (isPaused) return 'paused';
  if (fails) return 'failing';
  return last === null ? 'waiting' : 'working';
}

function broughtBy({ rows, accepted, duplicates, review, rejected }: NonNullable<Pass['figures']>): Brought {
  const total = (counts: Record<string, number>) => Object.values(counts).reduce((sum, count) => sum + count, 0);
  return { items: rows, accepted, duplicates, review: total(review), rejected: total(rejected) };
}

/** How an actor reads, each looked up once. */
function namer(views: ViewReader) {
  const names = new Map<string, Promise<string>>();
  const look = async (actor: string) => {
    const user = await findUser(views, actor);
    return actorName(actor, () => user?.email ?? 'a deleted user');
  };
  return (actor: string): Promise<string> => {
    const name = names.get(actor) ?? look(actor);
    names.set(actor, name);
    return name;
  };
}
