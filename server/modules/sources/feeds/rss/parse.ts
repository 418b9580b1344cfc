import { DetectError, parseFeed } from 'feedsmith';
import { decodeText, findXmlEncoding } from '#server/lib/decode-text.ts';
import { FeedError } from '../../feed-config/feed-error.ts';
import { type EntryRow, toEntryRow } from './entry.ts';
import { readEntries, findSite } from './formats.ts';

/** The raw content of a feed. `address` is its final address after redirects; null for a file. */
export type RawFeed = { bytes: Buffer; charset: string | null; address: string | null };

/** The entries of RSS 0.9x to 2.0 (RDF too), Atom or JSON Feed as rows. Throws FeedError. */
export function parseEntryRows({ bytes, charset, address }: RawFeed): EntryRow[] {
  const text = [...decodeText(bytes, charset ?? findXmlEncoding(bytes))].join('');
  const isXml = /^\s*</.test(text);
  if (text.trim() === '') throw new FeedError('The source returned nothing where a feed was expected');
  if (isXml) assertNoEntities(text);
  const feed = parseDocument(isXml ? toMediaEnclosures(text) : text);
  if (feed === null) return [];
  if (isXml) assertComplete(text);
  const channelBase = /<channel\b[^<>]*\bxml:base\s*=\s*["']([^"'<>]+)["']/.exec(text)?.[1];
  const start = address ?? findSite(feed);
  return readEntries(feed).map((entry) =>
    toEntryRow({ ...entry, bases: entry.bases.toSpliced(1, 0, channelBase) }, start),
  );
}

/** Null for a feed that is well-formed and empty. */
function parseDocument(text: string): ReturnType<typeof parseFeed> | null {
  try {
    return parseFeed(text);
  } catch (error) {
    if (error instanceof DetectError) {
      if (isEmptyFeed(text)) return null;
      throw new FeedError('The source returned no RSS, Atom or JSON feed', { cause: error });
    }
    if (isEmptyFeed(text)) return null;
    throw new FeedError('The feed is broken: its XML is not well-formed or not complete', { cause: error });
  }
}

/** A feed with only its outermost elements is as valid as one with a title. */
function isEmptyFeed(text: string): boolean {
  return (
    text.length < 10_000 &&
    /^\s*(?:<\?[^>]*>\s*|<!--[^]*?-->\s*)*<(rss|feed|rdf:RDF)\b[^<>]*(?:\/>|>\s*(?:<channel\b[^<>]*(?:\/>|>\s*<\/channel>)\s*)?<\/\1>)\s*$/i.test(
      text,
    )
  );
}

/**
 * Refuses entities that a text declares itself, as they enable expansion attacks and file access: no feed needs them.
 */
function assertNoEntities(text: string): void {
  const doctype = /<!DOCTYPE\b/i.exec(text.slice(0, 10_000));
  if (doctype && /<!ENTITY\b/i.test(text.slice(doctype.index))) {
    throw new FeedError('The feed declares its own entities, which is not allowed, so it was not read');
  }
}

/** The parser accepts truncated text, so an interrupted transfer must be detected here. */
function assertComplete(text: string): void {
  const root = /<([\w.:-]+)(?=[\s/>])/.exec(text.replace(/^(?:\s*(?:<\?[^]*?\?>|<!--[^]*?-->|<!DOCTYPE[^>]*>))*/i, ''));
  const end = text.trimEnd().replace(/(?:\s*(?:<!--(?:(?!-->)[^])*-->|<\?(?:(?!\?>)[^])*\?>))+$/, '');
  const isWhole = root !== null && end.toLowerCase().endsWith(`</${String(root[1]).toLowerCase()}>`);
  if (!isWhole) throw new FeedError('The feed is cut off');
}

const enclosureNamespace = 'http://purl.oclc.org/net/rss_2.0/enc#';
const mediaNamespace = 'http://search.yahoo.com/mrss/';

/** RSS 1.0 has enclosures in a namespace that feedsmith does not know: they are presented as media. */
function toMediaEnclosures(text: string): string {
  if (!text.includes(enclosureNamespace)) return text;
  const prefix = /xmlns:([\w.-]+)\s*=\s*["']http:\/\/purl\.oclc\.org\/net\/rss_2\.0\/enc#["']/.exec(text)?.[1];
  if (prefix === undefined) return text;
  const tag = new RegExp(String.raw`<${prefix.replaceAll('.', String.raw`\.`)}:enclosure\b([^<>]*)`, 'g');
  return text.replace(enclosureNamespace, mediaNamespace).replaceAll(tag, (_all, attributes: string) => {
    return `<${prefix}:content${attributes.replace(/\b(?:[\w.-]+:)?resource\s*=/, 'url=')}`;
  });
}
