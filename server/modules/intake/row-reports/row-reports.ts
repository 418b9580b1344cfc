import { v5 as uuidV5 } from 'uuid';
import { type IntakeItem, intakeItem } from '#domain/listing/contract.ts';
import type { RowReport, RowReportFilters } from '#domain/listing/row-reports.contract.ts';
import { builtInSources } from '#domain/listing/built-in-sources.ts';
import type { IntakeOutcome } from '#domain/intake/decide-intake.ts';
import type { QuotedReason } from '#domain/listing/facts.contract.ts';
import { documentSpaces } from '#projections/store/document-spaces.ts';
import type { Condition, DocPage, Where } from '#projections/store/port.ts';
import { updateDocument } from '#projections/store/update-document.ts';
import { dayMs } from '#server/lib/clock.ts';
import type { Platform } from '#server/platform/modules/platform.ts';
import { deriveListingId } from '../pipeline/listing-id.ts';
import type { ItemReport } from '../pipeline/intake.ts';

const space = documentSpaces.rowReports;
const unreadableNamespace = '6b8c5f0e-4c0b-4d3c-9a52-0f6b1a7f2c11';

/** `item` is null where it cannot be read; `words` and `reasonWords` are searched. */
type RowReportDoc = Omit<RowReport, 'canBeTaken'> & {
  item: IntakeItem | null;
  isRejected: boolean;
  words: string;
  reasonWords: string;
  /** When the source last sent it like this. */
  seenAt: string;
};
type ReportedItem = Pick<ItemReport, 'raw' | 'outcome' | 'leftOut'>;
type RowReportsDeps = Pick<Platform, 'documents' | 'clock'> & { days: number };
export type RowReports = ReturnType<typeof createRowReports>;

/** The rows that were rejected or read in part, each once however often its source sends it, for `days`. */
export function createRowReports({ documents, clock, days }: RowReportsDeps) {
  const now = () => clock().getTime();
  const expiry = () => now() + days * dayMs;
  const get = (id: string) => documents.get<RowReportDoc>(space, id);

  return {
    record: async (source: string, reports: ReportedItem[]): Promise<void> => {
      // The text of an owner's offer is deleted with the offer; none is rejected by the rules.
      if (source === builtInSources.sell) return;
      const notable = reports.filter(({ outcome, leftOut }) => outcome.kind === 'rejected' || leftOut.length > 0);
      const at = clock().toISOString();
      const docsById = new Map(notable.map((report) => [toId(source, report), toDoc(source, report, at)]));
      const storedDocs = await documents.getMany<RowReportDoc>(space, [...docsById.keys()]);
      const changed = storedDocs.flatMap((doc) => {
        const next = doc && docsById.get(doc.id);
        if (!doc || !next) return [];
        docsById.delete(doc.id);
        return isWorthWriting(doc, next, now()) ? [next] : [];
      });
      // An admin may take one in between.
      const merge = (next: RowReportDoc) => (storedDoc: RowReportDoc | null) =>
        storedDoc?.takenAt ? storedDoc : keepTime(next, storedDoc);
      await Promise.all(
        changed.map((next) => updateDocument(documents, { space, id: next.id, expires: expiry }, merge(next))),
      );
      if (docsById.size > 0) await documents.putAll(space, [...docsById.values()], expiry());
    },

    list: async (filters: RowReportFilters, page: { limit: number; cursor?: string | undefined }) => {
      const where = toWhere(filters);
      const sort = [{ field: 'at', direction: 'desc' as const }];
      const [{ docs, cursor }, total]: [DocPage<RowReportDoc>, number] = await Promise.all([
        documents.list<RowReportDoc>(space, { where, sort, ...page }),
        documents.count(space, where),
      ]);
      return { reports: docs.map(toView), cursor, total };
    },

    /** A rejected row, and its item if it can be taken; null if there is none. */
    find: async (id: string) => {
      const doc = await get(id);
      const report = doc && toView(doc);
      return report && { report, item: report.canBeTaken ? doc.item : null };
    },

    markTaken: async (id: string): Promise<RowReport | null> => {
      const take = (storedDoc: RowReportDoc | null) =>
        storedDoc && { ...storedDoc, takenAt: storedDoc.takenAt ?? clock().toISOString() };
      const takenDoc = await updateDocument(documents, { space, id, expires: expiry }, take);
      return takenDoc && toView(takenDoc);
    },
  };
}

function toId(source: string, { raw }: ReportedItem): string {
  const { data } = intakeItem.safeParse(raw);
  return data ? deriveListingId(source, data) : uuidV5(`${source}/${JSON.stringify(raw)}`, unreadableNamespace);
}

function toDoc(source: string, report: ReportedItem, at: string): RowReportDoc {
  const { raw, outcome, leftOut } = report;
  const { data: item = null } = intakeItem.safeParse(raw);
  const { title = '' } = (item ?? Object(raw)) as { title?: unknown }; // an unreadable item may be anything
  const reason = 'reason' in outcome ? outcome.reason : null;
  const quotes = findQuotes(outcome);
  const facts = { title: typeof title === 'string' ? title.slice(0, 500) : '', link: item?.link ?? '', reason };
  return {
    id: toId(source, report),
    source,
    at,
    seenAt: at,
    outcome: outcome.kind,
    ...facts,
    quotes,
    leftOut,
    item,
    takenAt: null,
    isRejected: outcome.kind === 'rejected',
    words: toWords([
      facts.title,
      facts.link,
      reason ?? '',
      ...leftOut.flatMap((field) => Object.values(field)),
      ...quotes.map(({ quote }) => quote),
    ]),
    reasonWords: toWords([reason ?? '', ...leftOut.map((field) => field.reason)]),
  };
}

const findQuotes = (outcome: IntakeOutcome): QuotedReason[] => ('quotes' in outcome ? (outcome.quotes ?? []) : []);

const toWords = (texts: string[]) => texts.join('\n').toLowerCase();

/** An unchanged one is written once a day, so that it is kept as long as its source sends it. */
function isWorthWriting(storedDoc: RowReportDoc, newDoc: RowReportDoc, nowMs: number): boolean {
  if (storedDoc.takenAt !== null) return false;
  return !isSame(storedDoc, newDoc) || nowMs - Date.parse(storedDoc.seenAt) > dayMs;
}

/** A row that is known by now was accepted before. */
function isSame(storedDoc: RowReportDoc, newDoc: RowReportDoc): boolean {
  if (storedDoc.isRejected !== newDoc.isRejected && newDoc.outcome !== 'duplicate') return false;
  const toFacts = ({ title, link, reason, leftOut }: RowReportDoc) =>
    JSON.stringify([title, link, newDoc.isRejected ? reason : null, leftOut]);
  return toFacts(storedDoc) === toFacts(newDoc);
}

function keepTime(doc: RowReportDoc, storedDoc: RowReportDoc | null): RowReportDoc {
  return storedDoc && isSame(storedDoc, doc) ? { ...storedDoc, seenAt: doc.seenAt } : doc;
}

function toWhere({ q = '', source, kind, reason = '', since, until }: RowReportFilters): Where {
  const where: Where = {};
  if (source) where['source'] = source;
  if (kind) where['isRejected'] = kind === 'rejected';
  if (q) where['words'] = { contains: split(q) };
  if (reason) where['reasonWords'] = { contains: split(reason) };
  const times = toRange(since, until);
  if (times) where['at'] = times;
  return where;
}

function toRange(since: string | undefined, until: string | undefined): Condition | null {
  if (since === undefined) return until === undefined ? null : { lt: toEnd(until) };
  return until === undefined ? { gt: toStart(since) } : { gt: toStart(since), lt: toEnd(until) };
}

const split = (text: string) => text.toLowerCase().split(/\s+/).filter(Boolean);

/** Just before a time, for a range without its ends. */
const toStart = (time: string) => new Date(Date.parse(time) - 1).toISOString();
const toEnd = (time: string) => new Date(Date.parse(time) + (time.length === 10 ? dayMs : 0)).toISOString();

function toView({ id, source, at, outcome, reason, title, link, quotes, leftOut, takenAt, ...doc }: RowReportDoc) {
  const canBeTaken = doc.isRejected && doc.item !== null && takenAt === null;
  return { id, source, at, outcome, reason, title, link, quotes, leftOut, canBeTaken, takenAt };
}
