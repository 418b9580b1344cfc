import type { ScoutPassMessage } from '#domain/matching/scout-activity.contract.ts';
import type { Point } from '#domain/geo/distance.ts';
import { toGridCell, isCellInRadius } from '#domain/geo/grid-cell.ts';
import { createTimer } from '#server/lib/delay.ts';
import { runEvery, type Schedule } from '#server/lib/scheduler.ts';
import { documentSpaces } from '#projections/store/document-spaces.ts';
import { updateDocument } from '#projections/store/update-document.ts';
import type { DocumentDeps } from '#server/platform/modules/platform.ts';

const space = documentSpaces.scoutActivity;
const id = 'passes';
/** Passes within this time of each other are reported, and stored, as one. */
const publishIntervalMs = 5000;

/** The area of a member's search: a radius in miles around a point in a state (two letters). */
export type ScoutArea = Point & { state: string | null; radius: number };

/** When sources were last read, whether that found something or not. States are two letters. */
export type ScoutActivityTracker = {
  /** Records a pass over these states, or over all of them (null). */
  recordPass: (states: readonly string[] | null) => void;
  /** Records that a source sent a listing here, without declaring where else it looked. */
  recordAt: (points: readonly Point[]) => void;
  /** ISO 8601; null if there was none. Without an area any pass counts. */
  lastPassOver: (area: ScoutArea | null) => Promise<string | null>;
  /** Reads the passes once, for several areas: what it resolves to answers as `lastPassOver`. */
  readLastPasses: () => Promise<(area: ScoutArea | null) => string | null>;
  onPass: (listener: (pass: ScoutPassMessage) => void) => void;
  /** From now on the passes that other processes record are reported too, a little later. */
  follow: (intervalMs?: number) => void;
  stop: () => Promise<void>;
};

/** A pass without declared states has `gridCells`. */
type ScoutPass = ScoutPassMessage & { gridCells?: string[] };
/** Times by state and by grid cell (`spots`). */
type ScoutActivityDoc = { id: string; everywhere: string | null } & Record<'states' | 'spots', Record<string, string>>;

/** In ms: an older pass is only shown as 'not long ago'. */
const cellRetentionMs = 24 * 60 * 60 * 1000;

const emptyActivity: ScoutActivityDoc = { id, everywhere: null, states: {}, spots: {} };

export function createScoutActivityTracker(deps: DocumentDeps, pauseMs = publishIntervalMs): ScoutActivityTracker {
  const { documents, clock, log } = deps;
  const listeners: ((pass: ScoutPassMessage) => void)[] = [];
  let pending: ScoutPass[] = [];
  let publishing: Promise<void> = Promise.resolve();
  /** What the listeners already know, where other processes are followed. */
  let publishedActivity: ScoutActivityDoc | null = null;
  let polling: Schedule | null = null;

  const loadActivity = async () => (await documents.get<ScoutActivityDoc>(space, id)) ?? emptyActivity;

  const readLastPasses = async () => {
    const activity = pending.reduce(applyPass, await loadActivity());
    return (area: ScoutArea | null) => findLastPass(activity, area);
  };

  const publish = async () => {
    const passes = pending;
    if (passes.length === 0) return;
    const apply = (activity: ScoutActivityDoc | null) => passes.reduce(applyPass, activity ?? emptyActivity);
    await updateDocument(documents, { space, id }, apply);
    pending = pending.slice(passes.length);
    if (publishedActivity) publishedActivity = passes.reduce(applyPass, publishedActivity);
    for (const listener of listeners) listener(mergePasses(passes));
  };
  const poll = async () => {
    const doc = await loadActivity();
    const newPass = publishedActivity && findNewPass(doc, publishedActivity);
    publishedActivity = doc;
    if (newPass) for (const listener of listeners) listener(newPass);
  };
  const pollNow = () => (publishing = publishing.then(poll).catch(() => undefined)); // the next poll is soon
  const publishNow = () => {
    publishing = publishing.then(publish).catch((error: unknown) => {
      log.warn({ err: error }, 'Failed to save the last scout run; retrying after the next run');
    });
  };

  const pauseTimer = createTimer(publishNow);
  const note = (pass: Omit<ScoutPass, 'at'>) => {
    pending.push({ at: clock().toISOString(), ...pass });
    if (pauseTimer.isRunning()) return;
    publishNow();
    pauseTimer.start(pauseMs);
  };

  return {
    recordPass: (states) => note({ states: states && [...states] }),
    recordAt: (points) => {
      if (points.length > 0) note({ states: [], gridCells: [...new Set(points.map(toGridCell))] });
    },
    lastPassOver: async (area) => (await readLastPasses())(area),
    readLastPasses,
    onPass: (listener) => void listeners.push(listener),
    follow: (intervalMs = publishIntervalMs) => {
      polling ??= runEvery({ work: pollNow, intervalMs, log, failureMessage: 'Failed to read the last scout run' });
    },
    stop: async () => {
      await polling?.stop();
      pauseTimer.stop();
      publishNow();
      await publishing;
    },
  };
}

function findLastPass({ everywhere, states, spots }: ScoutActivityDoc, area: ScoutArea | null): string | null {
  const over = Object.entries(states).filter(([state]) => area === null || state === area.state);
  const at = Object.entries(spots).filter(([cell]) => area === null || isCellInRadius(cell, area, area.radius));
  return [...over, ...at].map(([, time]) => time).reduce<string | null>(laterTime, everywhere);
}

/** Combines everything in `doc` that is later than `publishedActivity` into one pass. */
function findNewPass(doc: ScoutActivityDoc, publishedActivity: ScoutActivityDoc): ScoutPassMessage | null {
  const states = selectNewer(doc.states, publishedActivity.states);
  const gridCells = selectNewer(doc.spots, publishedActivity.spots);
  const everywhere = (doc.everywhere ?? '') > (publishedActivity.everywhere ?? '') ? doc.everywhere : null;
  const at = [...states, ...gridCells].map(([, time]) => time).reduce<string | null>(laterTime, everywhere);
  return at === null ? null : { at, states: everywhere === null ? states.map(([state]) => state) : null };
}

function selectNewer(times: Record<string, string>, publishedTimes: Record<string, string>): [string, string][] {
  return Object.entries(times).filter(([name, time]) => time > (publishedTimes[name] ?? ''));
}

function applyPass(doc: ScoutActivityDoc, { at, states, gridCells }: ScoutPass): ScoutActivityDoc {
  if (states === null) return { ...doc, everywhere: at };
  if (gridCells) {
    const since = new Date(Date.parse(at) - cellRetentionMs).toISOString();
    const young = Object.entries(doc.spots).filter(([, time]) => time > since);
    return { ...doc, spots: Object.fromEntries([...young, ...gridCells.map((cell) => [cell, at] as const)]) };
  }
  return { ...doc, states: { ...doc.states, ...Object.fromEntries(states.map((state) => [state, at])) } };
}

/** Combines passes into one: the time of the last, over all areas that any of them covered. */
function mergePasses(passes: ScoutPassMessage[]): ScoutPassMessage {
  const at = passes.at(-1)?.at ?? '';
  const all = passes.flatMap(({ states }) => states ?? []);
  return { at, states: passes.some(({ states }) => states === null) ? null : [...new Set(all)] };
}

/** ISO 8601 times in UTC sort as texts. */
function laterTime(some: string | null, other: string | null): string | null {
  if (some === null || other === null) return some ?? other;
  return some > other ? some : other;
}
