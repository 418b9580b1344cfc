import { randomUUID } from 'node:crypto';
import { type ItemCounts, noItemCounts, type SourceKind, type UnreadableMails } from '#domain/source/contract.ts';
import type { IntakeResult } from '#domain/listing/contract.ts';
import { listAll } from '#projections/store/list-all.ts';
import { dayMs } from '#server/lib/clock.ts';
import { createTimer } from '#server/lib/delay.ts';
import { documentSpaces } from '#projections/store/document-spaces.ts';
import type { DocumentDeps } from '#server/platform/modules/platform.ts';

const space = documentSpaces.sourceStats;
const retentionDays = 7;

/** What a source delivered on one day (UTC) through one process; `last` is about its last pass. Times are ISO 8601. */
type DayDoc = ItemCounts & {
  id: string;
  source: string;
  kind: SourceKind;
  day: string;
  errors: number;
  lastAt: string | null;
  last: ItemCounts | null;
  /** The message of its last pass, if that failed; passes that failed since the last success. */
  problem: string | null;
  failures: number;
  /** Absent in documents of earlier versions. */
  unreadable?: UnreadableMails | null;
};

/** The outcomes of what a source delivered, over all processes. */
export type SourceStats = Pick<DayDoc, 'source' | 'kind' | 'lastAt' | 'last' | 'problem' | 'failures'> & {
  week: ItemCounts & { errors: number };
  /** Of the week too. */
  unreadable: UnreadableMails | null;
};

type PassOutcome = { result: IntakeResult; items: number } | { problem: string };

export type SourceStatsRecorder = {
  /** Counts a pass in memory: a crash loses 5 seconds of statistics, but no listings. */
  count: (source: string, kind: SourceKind, pass: PassOutcome) => void;
  /** Counts an email that could not be read; the reason quotes nothing of it. */
  countUnreadable: (source: string, kind: SourceKind, reason: string) => void;
  /** By source: the last 7 days, including what is not yet written. */
  read: () => Promise<Map<string, SourceStats>>;
  /** Writes the counts. */
  stop: () => Promise<void>;
};

type SourceStatsDeps = DocumentDeps;

/** In ms. */
const writeIntervalMs = 5_000;

/** Every process has its own documents, so that no two processes ever write the same one. */
export function createSourceStats({ documents, clock, log }: SourceStatsDeps): SourceStatsRecorder {
  const process = randomUUID();
  const today = new Map<string, DayDoc>();
  const unwritten = new Set<string>();
  let writing: Promise<void> = Promise.resolve();

  const write = async () => {
    for (const id of [...unwritten]) {
      const doc = today.get(id);
      unwritten.delete(id);
      try {
        if (doc) await documents.put(space, doc, Date.parse(doc.day) + (retentionDays + 1) * dayMs);
      } catch (error) {
        unwritten.add(id);
        throw error;
      }
    }
    for (const [id, doc] of today) if (doc.day < toDay(clock()) && !unwritten.has(id)) today.delete(id);
  };
  const writeNow = () => {
    timer.stop();
    writing = writing.then(write).catch((error: unknown) => {
      log.warn({ err: error }, 'Failed to save the source statistics; retrying');
      writeLater();
    });
    return writing;
  };
  const timer = createTimer(() => void writeNow());
  const writeLater = () => {
    if (!timer.isRunning()) timer.start(writeIntervalMs);
  };

  const change = (source: string, kind: SourceKind, add: (doc: DayDoc, at: string) => DayDoc) => {
    const at = clock().toISOString();
    const id = `${source}/${at.slice(0, 10)}/${process}`;
    today.set(id, add(today.get(id) ?? createDay(id, source, kind, at), at));
    unwritten.add(id);
    writeLater();
  };

  return {
    count: (source, kind, pass) => change(source, kind, (doc, at) => addPass(doc, pass, at)),
    countUnreadable: (source, kind, reason) =>
      change(source, kind, (doc, at) => ({
        ...doc,
        unreadable: { count: (doc.unreadable?.count ?? 0) + 1, lastAt: at, reason },
      })),
    read: async () => {
      const storedDays = await listAll<DayDoc>(documents, space);
      const since = toDay(new Date(clock().getTime() - (retentionDays - 1) * dayMs));
      const all = [...storedDays.filter(({ id }) => !today.has(id)), ...today.values()].filter(
        (doc) => doc.day >= since,
      );
      return new Map([...Map.groupBy(all, ({ source }) => source)].map(([source, docs]) => [source, sumDays(docs)]));
    },
    stop: writeNow,
  };
}

function toDay(time: Date): string {
  return time.toISOString().slice(0, 10);
}

function createDay(id: string, source: string, kind: SourceKind, at: string): DayDoc {
  const unknown = { errors: 0, lastAt: null, last: null, problem: null, failures: 0 };
  return { id, source, kind, day: at.slice(0, 10), ...noItemCounts, ...unknown };
}

function addPass(doc: DayDoc, pass: PassOutcome, at: string): DayDoc {
  if ('problem' in pass) {
    return { ...doc, errors: doc.errors + 1, problem: pass.problem, failures: doc.failures + 1 };
  }
  const last = toBrought(pass);
  return { ...doc, ...addBrought(doc, last), lastAt: at, last, problem: null, failures: 0 };
}

function toBrought({ result, items }: { result: IntakeResult; items: number }): ItemCounts {
  const { accepted, duplicates, review, rejected } = result;
  return { items, accepted, duplicates, review: review.length, rejected: rejected.length };
}

function addBrought(some: ItemCounts, more: ItemCounts): ItemCounts {
  return {
    items: some.items + more.items,
    accepted: some.accepted + more.accepted,
    duplicates: some.duplicates + more.duplicates,
    review: some.review + more.review,
    rejected: some.rejected + more.rejected,
  };
}

/** For one source. The latest pass is taken from the document with the latest time. */
function sumDays(docs: DayDoc[]): SourceStats {
  const [latest] = docs.toSorted((a, b) => ((b.lastAt ?? '') < (a.lastAt ?? '') ? -1 : 1));
  const { source = '', kind = 'webhook', lastAt = null, last = null, problem = null, failures = 0 } = latest ?? {};
  const week = {
    ...docs.reduce<ItemCounts>(addBrought, noItemCounts),
    errors: docs.reduce((sum, { errors }) => sum + errors, 0),
  };
  return { source, kind, lastAt, last, problem, failures, week, unreadable: sumUnreadable(docs) };
}

function sumUnreadable(docs: DayDoc[]): UnreadableMails | null {
  const days = docs.flatMap(({ unreadable }) => unreadable ?? []).toSorted((a, b) => (a.lastAt < b.lastAt ? 1 : -1));
  const [latest] = days;
  return latest === undefined ? null : { ...latest, count: days.reduce((sum, { count }) => sum + count, 0) };
}
