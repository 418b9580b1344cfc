import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { Position } from '#domain/shared/decider.ts';
import type { Doc, ViewDeclaration, ViewReader } from '#projections/store/port.ts';
import { bloomOf } from './bloom.ts';
import { type IndexLine, serializeLine } from './index-line.ts';

/** The data that decide whether a block must be read: positions, times, and a filter of its ids, streams and types. */
export type Summary = {
  id: string;
  kind: 'summary';
  /** Positions of its first and last event, and of the one before. */
  first: number;
  last: number;
  after: number;
  /** Events before the block, and in it. */
  before: number;
  count: number;
  earliest: number;
  latest: number;
  ids: string;
};
/** The lines of a block, compressed, in base64; and the correlation id of each, likewise. */
export type Lines = { id: string; kind: 'lines'; lines: string; correlations: string };

export const indexView: ViewDeclaration = { view: 'history-index', version: 3, indexes: [['kind', 'first']] };

/** A block is full at this many events, or characters. */
export const mostLines = 1_000;
export const mostCharacters = 400_000;

export type Block = {
  index: number;
  after: Position;
  before: number;
  lines: IndexLine[];
  texts: string[];
  correlations: string[];
  /** The content of its filter, and the words whose trigrams are in it. */
  keys: Set<string>;
  said: Set<string>;
  characters: number;
};

export function emptyBlock(index: number, after: Position, before: number): Block {
  return {
    index,
    after,
    before,
    lines: [],
    texts: [],
    correlations: [],
    keys: new Set(),
    said: new Set(),
    characters: 0,
  };
}

export function addLine(block: Block, line: IndexLine, correlation: string): void {
  const text = serializeLine(line);
  block.lines.push(line);
  block.texts.push(text);
  block.correlations.push(correlation);
  addKeys(block, line, correlation);
  block.characters += text.length;
}

export function isFull({ lines, characters }: Block): boolean {
  return lines.length >= mostLines || characters >= mostCharacters;
}

/** The two documents of a stored block. */
export function docsOf({ index, after, before, lines, texts, correlations, keys }: Block): (Summary | Lines)[] {
  const times = lines.map(({ at }) => at);
  const id = String(index).padStart(10, '0');
  return [
    {
      id,
      kind: 'summary',
      after,
      before,
      count: lines.length,
      first: lines[0]?.position ?? after,
      last: lines.at(-1)?.position ?? after,
      earliest: Math.min(...times),
      latest: Math.max(...times),
      ids: Buffer.from(bloomOf(keys)).toString('base64'),
    },
    { id: linesId(id), kind: 'lines', lines: squeezed(texts), correlations: squeezed(correlations) },
  ];
}

function addKeys({ keys, said }: Block, { people, stream, type, text }: IndexLine, correlation: string): void {
  for (const id of people) keys.add(personKey(id));
  keys.add(`s ${stream}`).add(`t ${type}`).add(correlationKey(correlation));
  // Most lines repeat the words of others, and most streams differ only by an id.
  for (const word of `${type} ${text} ${stream.replace(longId, '$1 $2')}`.split(' ')) {
    if (said.has(word)) continue;
    said.add(word);
    for (const key of trigramKeys(word)) keys.add(key);
  }
}

/** The trigrams between the first and the last letters of an id are not used. */
const longId = /([\da-f-]{2})[\da-f-]{2,}([\da-f-]{2})/g;

const inIds = /^[\da-f-]+$/;

/** Trigrams. Those that ids are full of distinguish nothing, and are left out. */
export function trigramKeys(text: string): string[] {
  const keys: string[] = [];
  for (let at = 0; at + 3 <= text.length; at += 1) {
    const three = text.slice(at, at + 3);
    if (!inIds.test(three) && !three.includes(' ')) keys.push(three);
  }
  return keys;
}

export const personKey = (id: string) => `p ${id}`;
export const correlationKey = (id: string) => `c ${id}`;

export function linesId(id: string): string {
  return `${id}/lines`;
}

function squeezed(texts: string[]): string {
  return zstdCompressSync(Buffer.from(`\n${texts.join('\n')}\n`)).toString('base64');
}

/** In bytes: most blocks fit, as joining pieces costs as much again. */
const chunkSize = 1 << 17;

/** Decompressed lines: each is between line feeds. */
export function unsqueezed(text: string): Buffer {
  return zstdDecompressSync(Buffer.from(text, 'base64'), { chunkSize });
}

/** Summaries of blocks that begin before a position, newest first. */
export async function summariesBefore(
  views: Pick<ViewReader, 'list'>,
  before: number,
  limit: number,
): Promise<Summary[]> {
  const query = {
    where: { kind: 'summary', first: { lt: before } },
    sort: [{ field: 'first', direction: 'desc' as const }],
    limit,
  };
  return (await views.list<Summary>(indexView.view, query)).docs;
}

export function linesOf(views: Pick<ViewReader, 'getMany'>, summaries: Summary[]): Promise<(Lines | null)[]> {
  return views.getMany<Lines & Doc>(
    indexView.view,
    summaries.map(({ id }) => linesId(id)),
  );
}
