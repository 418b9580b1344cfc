import { DetectError, parseFeed } from 'feedsmith';
import { decoded, xmlEncodingOf } from '#server/lib/decode.ts';
import { FeedFailure } from '../../feed-config/failure.ts';
import { type EntryRow, rowOf } from './entry.ts';
import { entriesOf, siteOf } from './formats.ts';

/** What a feed came as. `address` is where it was in the end; null for a file. */
export type Came = { bytes: Buffer; charset: string | null; address: string | null };

/** The entries of RSS 0.9x to 2.0 (RDF too), Atom or JSON Feed as rows. Throws FeedFailure. */
export function entryRows({ bytes, charset, address }: Came): EntryRow[] {
  const text = [...decoded(bytes, charset ?? xmlEncodingOf(bytes))].join('');
  const isXml = /^\s*</.test(text);
  if (text.trim() === '') throw new FeedFailure('The source gave nothing at all where a feed was expected');
  if (isXml) refuseEntities(text);
  const feed = parsed(isXml ? withEnclosures(text) : text);
  if (feed === null) return [];
  if (isXml) refuseCut(text);
  const channelBase = /<channel\b[^<>]*\bxml:base\s*=\s*["']([^"'<>]+)["']/.exec(text)?.[1];
  const start = address ?? siteOf(feed);
  return entriesOf(feed).map((entry) => rowOf({ ...entry, bases: entry.bases.toSpliced(1, 0, channelBase) }, start));
}

/** Null for a feed that is well-formed and empty. */
function parsed(text: string): ReturnType<typeof parseFeed> | null {
  try {
    return parseFeed(text);
  } catch (error) {
    if (error instanceof DetectError) {
      if (isEmptyFeed(text)) return null;
      throw new FeedFailure('The source gave no feed: neither RSS nor Atom nor JSON Feed', { cause: error });
    }
    if (isEmptyFeed(text)) return null;
    throw new FeedFailure('The feed is broken: its XML is not well-formed or not complete', { cause: error });
  }
}

/** One with its outermost elements alone is as good as one with a title. */
function isEmptyFeed(text: string): boolean {
  return (
    text.length < 10_000 &&
    /^\s*(?:<\?[^>]*>\s*|<!--[^]*?-->\s*)*<(rss|feed|rdf:RDF)\b[^<>]*(?:\/>|>\s*(?:<channel\b[^<>]*(?:\/>|>\s*<\/channel>)\s*)?<\/\1>)\s*$/i.test(
      text,
    )
  );
}

/** Entities that a text declares itself are how readers are made to swell, or to read files: no feed needs them. */
function refuseEntities(text: string): void {
  const doctype = /<!DOCTYPE\b/i.exec(text.slice(0, 10_000));
  if (doctype && /<!ENTITY\b/i.test(text.slice(doctype.index))) {
    throw new FeedFailure('The feed declares entities of its own, which is not allowed, so that nothing of it is read');
  }
}

/** The parser takes what it has got; a transfer that broke off must be seen. */
function refuseCut(text: string): void {
  const root = /<([\w.:-]+)(?=[\s/>])/.exec(text.replace(/^(?:\s*(?:<\?[^]*?\?>|<!--[^]*?-->|<!DOCTYPE[^>]*>))*/i, ''));
  const end = text.trimEnd().replace(/(?:\s*(?:<!--(?:(?!-->)[^])*-->|<\?(?:(?!\?>)[^])*\?>))+$/, '');
  const isWhole = root !== null && end.toLowerCase().endsWith(`</${String(root[1]).toLowerCase()}>`);
  if (!isWhole) throw new FeedFailure('The feed breaks off before its end');
}

const enclosures = 'http://purl.oclc.org/net/rss_2.0/enc#';
const media = 'http://search.yahoo.com/mrss/';

/** RSS 1.0 has enclosures in a namespace that feedsmith does not know: told as the media that they are. */
function withEnclosures(text: string): string {
  if (!text.includes(enclosures)) return text;
  const prefix = /xmlns:([\w.-]+)\s*=\s*["']http:\/\/purl\.oclc\.org\/net\/rss_2\.0\/enc#["']/.exec(text)?.[1];
  if (prefix === undefined) return text;
  const tag = new RegExp(String.raw`<${prefix.replaceAll('.', String.raw`\.`)}:enclosure\b([^<>]*)`, 'g');
  return text.replace(enclosures, media).replaceAll(tag, (_all, attributes: string) => {
    return `<${prefix}:content${attributes.replace(/\b(?:[\w.-]+:)?resource\s*=/, 'url=')}`;
  });
}
