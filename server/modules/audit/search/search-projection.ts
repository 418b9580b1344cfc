import { type Position, startPosition } from '#domain/shared/decider.ts';
import { type ListingDoc, listings } from '#projections/listings.ts';
import type { DocChange, ViewReader } from '#projections/store/port.ts';
import type { StoredEvent } from '#server/platform/event-store/port.ts';
import { createBatchUpcaster } from '#server/platform/event-store/upcasting.ts';
import {
  addLine,
  type Block,
  docsOf,
  emptyBlock,
  isFull,
  linesOf,
  type Summary,
  summariesBefore,
  unsqueezed,
} from './index-blocks.ts';
import type { BatchProjection } from '../projection/batch-subscriber.ts';
import { toIndexLine, parseLine } from './index-line.ts';
import { findListingInfo } from './listing-ids.ts';

type Views = Pick<ViewReader, 'list' | 'getMany'>;

/** Writes the searched text of each stored event into blocks. `read` are the product's views, for the titles of listings. */
export function createSearchProjection(views: Views, read: Pick<ViewReader, 'getMany'>): BatchProjection {
  const titles = titlesFrom(read);
  const upcastAll = createBatchUpcaster();
  let blocks: { block: Block; isChanged: boolean }[] = [];

  const open = (): Block => {
    const last = blocks.at(-1)?.block;
    if (last && !isFull(last)) return last;
    const after = last?.lines.at(-1)?.position ?? startPosition;
    const block = emptyBlock(last ? last.index + 1 : 0, after, last ? last.before + last.lines.length : 0);
    blocks.push({ block, isChanged: false });
    return block;
  };

  return {
    begin: async (after) => {
      const block = await blockUntil(views, after);
      blocks = block ? [{ block, isChanged: false }] : [];
    },
    add: async (stored) => {
      const events = upcastAll(stored);
      const titleOf = await titles(events);
      const lines = events.map((event) => ({ line: toIndexLine(event, titleOf), correlation: correlationOf(event) }));
      for (const { line, correlation } of lines) {
        addLine(open(), line, correlation);
        const last = blocks.at(-1);
        if (last) last.isChanged = true;
      }
    },
    changes: () => {
      const changed = blocks.filter(({ isChanged }) => isChanged).map(({ block }) => block);
      blocks = blocks.slice(-1).map(({ block }) => ({ block, isChanged: false }));
      return changed.flatMap(changesOf);
    },
  };
}

export function correlationOf({ metadata }: StoredEvent): string {
  return metadata.correlationId.replace(/\s/g, '_');
}

function changesOf(block: Block): DocChange[] {
  const position = block.lines.at(-1)?.position ?? block.after;
  return docsOf(block).map((doc) => ({ id: doc.id, doc, position }));
}

/** The block with the event at `after`, truncated behind it. */
async function blockUntil(views: Views, after: Position): Promise<Block | null> {
  const [summary] = await summariesBefore(views, after + 1, 1);
  return summary ? blockOf(views, summary, after) : null;
}

async function blockOf(views: Views, summary: Summary, until: Position): Promise<Block> {
  const [lines] = await linesOf(views, [summary]);
  const block = emptyBlock(Number(summary.id), summary.after as Position, summary.before);
  if (!lines) return block;
  const correlations = textsOf(lines.correlations);
  for (const [nth, text] of textsOf(lines.lines).entries()) {
    const line = parseLine(text);
    if (line.position <= until) addLine(block, line, correlations[nth] ?? '');
  }
  return block;
}

function textsOf(squeezed: string): string[] {
  return unsqueezed(squeezed).toString().split('\n').slice(1, -1);
}

const mostTitles = 20_000;

/** Titles of the listings that events name by their ids: from events already read, or else from the view. */
function titlesFrom(read: Pick<ViewReader, 'getMany'>) {
  const known = new Map<string, string>();
  const learn = (id: string, title: string) => {
    known.delete(id);
    known.set(id, title);
    if (known.size > mostTitles) known.delete(known.keys().next().value ?? '');
  };

  return async (events: StoredEvent[]): Promise<(listingId: string) => string> => {
    const wanted = new Set<string>();
    for (const event of events) {
      const { id, title } = findListingInfo(event);
      if (id === null) continue;
      if (title !== null) learn(id, title);
      else if (!known.has(id)) wanted.add(id);
    }
    const docs = wanted.size === 0 ? [] : await read.getMany<ListingDoc>(listings.view, [...wanted]);
    for (const doc of docs) if (doc && 'title' in doc) learn(doc.id, doc.title);
    return (id) => known.get(id) ?? '';
  };
}
