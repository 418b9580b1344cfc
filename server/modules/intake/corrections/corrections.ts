import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Position } from '#domain/shared/decider.ts';
import { anyType } from '#domain/intake/person-decisions.ts';
import { type Correction, outcomes, type OverruledSource } from '#domain/correction/contract.ts';
import { documentSpaces } from '#projections/store/document-spaces.ts';
import { listAll } from '#projections/store/list-all.ts';
import { dayMs } from '#server/lib/clock.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { DocumentDeps } from '#server/platform/modules/platform.ts';
import { replaceFile } from '#server/lib/replace-file.ts';

const space = documentSpaces.corrections;
const fileName = 'corrections.jsonl';

/** By the id of the event that decided. `text` is null where the text may tell who a person is. */
export type CorrectionDoc = Omit<Correction, 'text'> & {
  id: string;
  position: Position;
  listingId: string;
  text: Correction['text'] | null;
};

type CorrectionsDeps = Pick<DocumentDeps, 'documents'> & { config: Pick<Config, 'dataDir' | 'retentionDays'> };
export type CorrectionStore = ReturnType<typeof createCorrections>;

/** What people decided about listings, for RETENTION_DAYS. */
export function createCorrections({ documents, config }: CorrectionsDeps) {
  const folder = resolve(config.dataDir);
  const file = join(folder, fileName);
  const list = async (): Promise<CorrectionDoc[]> =>
    (await listAll<CorrectionDoc>(documents, space)).sort((a, b) => a.position - b.position);
  return {
    /** Adds it once, however often it comes. */
    add: async (doc: CorrectionDoc): Promise<void> => {
      await documents.compareAndSet(space, null, doc, Date.parse(doc.at) + config.retentionDays * dayMs);
    },
    /** Writes all corrections to corrections.jsonl, a line each. */
    writeFile: async (): Promise<void> => {
      const lines = (await list()).flatMap(({ at, source, text, judged, label }) =>
        text === null ? [] : [`${JSON.stringify({ at, source, text, judged, label } satisfies Correction)}\n`],
      );
      if (lines.length === 0 && !existsSync(file)) return;
      mkdirSync(folder, { recursive: true });
      replaceFile(file, lines.join(''));
    },
    countOverruled: async (): Promise<OverruledSource[]> => countOverruled(await list()),
  };
}

type Decision = Pick<Correction, 'source' | 'judged' | 'label'> & { listingId: string };

/**
 * How often people overruled the rules, by source and by what the rules had said. The last decision on a listing counts;
 * what the rules left open was not overruled.
 */
export function countOverruled(decisions: readonly Decision[]): OverruledSource[] {
  const lastOfListings = new Map(decisions.map((decision) => [decision.listingId, decision]));
  const closed = [...lastOfListings.values()].filter(({ judged }) => judged !== 'review');
  const bySource = Map.groupBy(closed, ({ source }) => source);
  return [...bySource].map(([source, own]) => ({ source, ...count(own), verdicts: countByVerdict(own) }));
}

function countByVerdict(decisions: readonly Decision[]): OverruledSource['verdicts'] {
  return outcomes
    .map((judged) => ({ judged, ...count(decisions.filter((decision) => decision.judged === judged)) }))
    .filter(({ decided }) => decided > 0);
}

const count = (decisions: readonly Decision[]) => ({
  overruled: decisions.filter((decision) => !isAgreement(decision)).length,
  decided: decisions.length,
});

const isAgreement = ({ judged, label }: Decision) => judged === label || (label === anyType && judged !== 'reject');
