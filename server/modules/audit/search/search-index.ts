import type { Position } from '#domain/shared/decider.ts';
import type { ViewReader, ViewStore } from '#projections/store/port.ts';
import type { EventStore, StoredEvent } from '#server/platform/event-store/port.ts';
import { correlationOf } from './search-projection.ts';
import { type Lines, linesOf, type Summary, summariesBefore, unsqueezed, indexView } from './index-blocks.ts';
import { toIndexLine, parseLine } from './index-line.ts';
import { mayCorrelate, type CompiledFilter } from './search-filter.ts';
import { yieldToEventLoop } from '#server/lib/delay.ts';

/** An event that was found, and the position of the one before it, after which it can be read from a store. */
export type Hit = { position: Position; after: Position };

/** The index is so far behind that the events after it are too many to scan. */
export class IndexBehind extends Error {
  /** How much of the log is indexed, in whole percent. */
  readonly percent: number;

  constructor(percent: number) {
    super('The history is being indexed');
    this.name = 'IndexBehind';
    this.percent = percent;
  }
}

type SearchDeps = { views: Pick<ViewReader, 'list' | 'getMany'> & Pick<ViewStore, 'checkpoints'>; events: EventStore };
/** Positions strictly between. */
export type SearchSpan = { before: number; after: number };

const summariesAtOnce = 100;
const blocksAtOnce = 4;
const maxTailCount = 20_000;
const tailBatchSize = 2_000;

/** Matching events, newest first, found lazily. Yields to other work in between. Throws IndexBehind. */
export async function* searchIndex(parts: SearchDeps, wanted: CompiledFilter, span: SearchSpan): AsyncGenerator<Hit> {
  const tail = await readTail(parts);
  for (const { event, after } of tail.toReversed()) {
    if (isWithin(event.position, span) && wanted.line(toIndexLine(event, () => '')))
      yield { position: event.position, after };
  }
  const inBlock = (lines: Lines, summary: Summary) => findHits(unsqueezed(lines.lines), summary, wanted);
  yield* searchBlocks(parts, { mayHave: wanted.block, hits: inBlock, span });
}

/** All events with a correlation id, newest first. */
export async function* searchCorrelated(parts: SearchDeps, correlationId: string): AsyncGenerator<Hit> {
  const id = correlationId.replace(/\s/g, '_');
  for (const { event, after } of (await readTail(parts)).toReversed()) {
    if (correlationOf(event) === id) yield { position: event.position, after };
  }
  const hits = (block: Lines, summary: Summary) => findCorrelatedHits(block, summary, id);
  yield* searchBlocks(parts, { mayHave: mayCorrelate(id), hits, span: { before: Infinity, after: -Infinity } });
}

function findCorrelatedHits({ lines, correlations }: Lines, summary: Summary, id: string): Hit[] {
  const texts = unsqueezed(correlations).toString().split('\n');
  const rows = texts.flatMap((text, row) => (text === id ? [row] : []));
  if (rows.length === 0) return [];
  const known = unsqueezed(lines).toString().split('\n');
  return rows.toReversed().map((row) => hitAt(known, row, summary));
}

/** The line in a row, where row 0 is before the first. */
function hitAt(texts: string[], row: number, summary: Summary): Hit {
  const before = row === 1 ? summary.after : parseLine(texts[row - 1] ?? '').position;
  return { position: parseLine(texts[row] ?? '').position, after: before as Position };
}

type BlockSearch = {
  mayHave: (summary: Summary) => boolean;
  /** The matching rows of a block, newest first. */
  hits: (lines: Lines, summary: Summary) => Hit[];
  span: SearchSpan;
};

async function* searchBlocks({ views }: SearchDeps, looking: BlockSearch): AsyncGenerator<Hit> {
  const { span } = looking;
  for (let before = Math.min(span.before, Number.MAX_SAFE_INTEGER); ; ) {
    const summaries = await summariesBefore(views, before, summariesAtOnce);
    const likely = summaries.filter((summary) => summary.last > span.after && looking.mayHave(summary));
    for (let from = 0; from < likely.length; from += blocksAtOnce) {
      yield* await readHits(views, likely.slice(from, from + blocksAtOnce), looking);
      await yieldToEventLoop();
    }
    const oldest = summaries.at(-1);
    if (summaries.length < summariesAtOnce || !oldest || oldest.first <= span.after) return;
    before = oldest.first;
  }
}

async function readHits(views: SearchDeps['views'], summaries: Summary[], { hits, span }: BlockSearch): Promise<Hit[]> {
  const lines = await linesOf(views, summaries);
  const found = summaries.flatMap((summary, nth) => (lines[nth] ? hits(lines[nth], summary) : []));
  return found.filter(({ position }) => isWithin(position, span));
}

function isWithin(position: number, { before, after }: SearchSpan): boolean {
  return position < before && position > after;
}

const lineFeed = 10;

/** Looks for the rarest needle in the bytes, and reads only the lines that contain it. */
function findHits(lines: Buffer, summary: Summary, { needles, line: isWanted }: CompiledFilter): Hit[] {
  if (needles.some((needle) => !lines.includes(needle))) return [];
  const [needle, ...others] = needles;
  const hits: Hit[] = [];
  for (let at = 1; at < lines.length; ) {
    const found = needle ? lines.indexOf(needle, at) : at;
    if (found === -1) break;
    const begin = lines.lastIndexOf(lineFeed, found) + 1;
    const end = lines.indexOf(lineFeed, found);
    at = end + 1;
    const bytes = lines.subarray(begin, end);
    if (others.some((other) => !bytes.includes(other))) continue;
    const line = parseLine(bytes.toString());
    if (isWanted(line)) hits.push({ position: line.position, after: positionBefore(lines, begin, summary) });
  }
  return hits.reverse();
}

/** The position that the previous line begins with. */
function positionBefore(lines: Buffer, begin: number, summary: Summary): Position {
  if (begin <= 1) return summary.after as Position;
  const before = lines.lastIndexOf(lineFeed, begin - 2) + 1;
  return Number(lines.toString('latin1', before, lines.indexOf('\t', before))) as Position;
}

type LogTail = { event: StoredEvent; after: Position }[];

/** The events of the log that are not in the index yet. */
async function readTail({ views, events }: SearchDeps): Promise<LogTail> {
  const indexed = (await views.checkpoints()).get(indexView.view) ?? (0 as Position);
  const tail: LogTail = [];
  for (let after = indexed; ; ) {
    const batch = await events.readAll(after, tailBatchSize);
    for (const event of batch) {
      tail.push({ event, after });
      after = event.position;
    }
    if (batch.length < tailBatchSize) return tail;
    if (tail.length >= maxTailCount) throw new IndexBehind(Math.floor((99 * indexed) / (await events.head())));
  }
}
