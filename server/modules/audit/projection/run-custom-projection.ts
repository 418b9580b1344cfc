import type { Logger } from 'pino';
import type { Position } from '#domain/shared/decider.ts';
import { type DocChange, Fenced, type ViewDeclaration, type ViewStore } from '#projections/store/port.ts';
import type { EventStore, StoredEvent, Subscription } from '#server/platform/event-store/port.ts';
import { delay } from '#server/lib/delay.ts';
import { assertPositionExists } from '#server/platform/storage/log-identity.ts';

/** Gathers events into documents: `add` takes each once and in order, `changes` returns the changes not yet written. */
export type BatchProjection = {
  /** Resumes after the position `after`: content of its documents from later events is to be discarded. */
  begin: (after: Position) => Promise<void>;
  add: (events: StoredEvent[]) => void | Promise<void>;
  changes: () => DocChange[];
};

export type ProjectionOptions = {
  what: string;
  declaration: ViewDeclaration;
  projection: BatchProjection;
  events: EventStore;
  views: Pick<ViewStore, 'prepare' | 'live' | 'promote' | 'apply'>;
  log: Pick<Logger, 'warn' | 'fatal'>;
  /** Called when this process has lost the lease. */
  onFenced: () => void;
};

/** Events and ms after which gathered changes are written, whichever comes first. */
const maxUnsavedCount = 4_000;
const saveIntervalMs = 400;
/** At least this many events at once are a backlog, which is processed with pauses of this many times the work. */
const backlogSize = 400;
const backlogPauseFactor = 2;

/** Creates the view where it is missing, and returns its position in the log. */
export async function ensureView(views: ProjectionOptions['views'], declaration: ViewDeclaration): Promise<Position> {
  const named = toViewGeneration(declaration);
  const after = await views.prepare(declaration, named);
  if ((await views.live(declaration.view))?.generation !== named) await views.promote(declaration, named);
  return after;
}

export function toViewGeneration({ version }: ViewDeclaration): string {
  return `kept-${version}`;
}

/** The last change of each document. */
function keepNewest(changes: DocChange[]): DocChange[] {
  return [...new Map(changes.map((change) => [change.id, change])).values()];
}

/** Follows the log and updates one view. Throws PositionNotInLog, StoreUnavailable. */
export async function runBatchProjection(keeping: ProjectionOptions): Promise<{ stop: () => Promise<void> }> {
  const { what, declaration, projection, events, views, log, onFenced } = keeping;
  let saved = await ensureView(views, declaration);
  await assertPositionExists(events, saved);
  await projection.begin(saved);
  let seen = saved;
  let unsaved = 0;
  let unwritten: DocChange[] = [];
  let timer: NodeJS.Timeout | null = null;
  let saving: Promise<void> = Promise.resolve();

  const save = async () => {
    if (timer) clearTimeout(timer);
    timer = null;
    if (seen === saved) return;
    const checkpoint = seen;
    unwritten = keepNewest([...unwritten, ...projection.changes()]);
    unsaved = 0;
    const { view } = declaration;
    await views.apply([{ view, generation: toViewGeneration(declaration), changes: unwritten, checkpoint }]);
    unwritten = [];
    saved = checkpoint;
  };
  const saveInTurn = () => {
    saving = saving.then(save);
    return saving;
  };
  const saveLater = () => {
    timer ??= setTimeout(() => {
      saveInTurn().catch(failed);
    }, saveIntervalMs).unref();
  };
  const failed = (error: unknown) => {
    saving = Promise.resolve();
    if (error instanceof Fenced) {
      onFenced();
      return;
    }
    log.warn({ err: error }, `Failed to save ${what}; retrying`);
    saveLater();
  };

  const take = async (batch: StoredEvent[]): Promise<void> => {
    const began = performance.now();
    const fresh = batch.filter(({ position }) => position > seen);
    await projection.add(fresh);
    seen = batch.at(-1)?.position ?? seen;
    unsaved += fresh.length;
    if (unsaved >= maxUnsavedCount) await saveInTurn().catch(failed);
    else saveLater();
    // No caller waits for this: in a backlog, appends and reads take precedence.
    if (fresh.length >= backlogSize) await delay((performance.now() - began) * backlogPauseFactor);
  };
  const subscription: Subscription = events.subscribe(saved, take);

  return {
    stop: async () => {
      await subscription.stop();
      if (timer) clearTimeout(timer);
      await saveInTurn().catch((error: unknown) => log.warn({ err: error }, `Failed to save ${what} at shutdown`));
    },
  };
}
