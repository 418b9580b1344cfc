import { hash } from 'node:crypto';
import { cutText } from '#domain/shared/foreign-text.contract.ts';
import { splitHtml } from '#server/lib/html/html-pieces.ts';
import { toPlainText } from '#server/lib/html/plain-text.ts';

type OptionalText = string | undefined;

/** A possible picture, judged by its type in the feed or by its name. */
export type FeedPicture = { url?: OptionalText; type?: OptionalText; medium?: OptionalText };

/** An entry as its format gives it; of links, pictures, times and names the first valid one counts. */
export type RawEntry = {
  /** The base addresses of relative addresses in it, outermost first. */
  bases: OptionalText[];
  title: string;
  links: string[];
  description: string;
  content: string;
  pictures: FeedPicture[];
  published: string[];
  updated: string[];
  id: string;
  authors: string[];
  categories: string[];
  point: { latitude: number; longitude: number } | null;
};

/** The columns of a feed, for the placeholders of a mapping. */
export const entryColumns = [
  'title',
  'link',
  'description',
  'content',
  'details',
  'image',
  'published',
  'updated',
  'id',
  'author',
  'categories',
  'latitude',
  'longitude',
] as const;

/** A row of a feed: plain text, absolute addresses, times in ISO 8601; '' for a missing value. */
export type EntryRow = Record<(typeof entryColumns)[number], string>;

const limits = { title: 500, details: 20_000, id: 200, address: 2000 };
const pictureNamePattern = /\.(?:jpe?g|png|gif|webp|avif)$/i;

export function toEntryRow(raw: RawEntry, address: string | null): EntryRow {
  const base = raw.bases.reduce<string | null>(
    (outer, inner) => toAbsoluteUrl(inner, outer) ?? outer,
    toAbsoluteUrl(address ?? '', null),
  );
  const description = truncate(toPlainText(raw.description), limits.details);
  const content = truncate(toPlainText(raw.content), limits.details);
  const details = content === '' ? description : content;
  const [firstLine = ''] = details.split('\n');
  return {
    title: truncate(collapseSpaces(toPlainText(raw.title)) || firstLine, limits.title),
    link: firstNonEmpty(raw.links.map((link) => toAbsoluteUrl(link, base))),
    description,
    content,
    details,
    image: findImage(raw, base),
    // A text that is no time is kept, so that the intake can say what it left out.
    published: findTime(raw.published) || findTime(raw.updated) || firstNonEmpty(raw.published),
    updated: findTime(raw.updated),
    id: normalizeId(raw.id),
    author: collapseSpaces(toPlainText(firstNonEmpty(raw.authors))),
    categories: raw.categories.map((category) => collapseSpaces(toPlainText(category))).join(', '),
    latitude: raw.point === null ? '' : String(raw.point.latitude),
    longitude: raw.point === null ? '' : String(raw.point.longitude),
  };
}

/** An absolute web address; null if it is not one. */
function toAbsoluteUrl(address: OptionalText, base: string | null): string | null {
  const text = address?.trim() ?? '';
  if (text === '') return null;
  const url = URL.parse(text, base ?? undefined);
  return url !== null && /^https?:$/.test(url.protocol) && url.href.length <= limits.address ? url.href : null;
}

function findImage({ pictures, content, description }: RawEntry, base: string | null): string {
  const pictureUrls = pictures.filter((picture) => isPicture(picture)).map(({ url }) => toAbsoluteUrl(url, base));
  return (
    firstNonEmpty(pictureUrls) ||
    firstNonEmpty(findImages(content, base)) ||
    firstNonEmpty(findImages(description, base))
  );
}

function isPicture({ url = '', type = '', medium = '' }: FeedPicture): boolean {
  if (type !== '') return /^image\//i.test(type.trim());
  return medium === ''
    ? pictureNamePattern.test(url.trim().replace(/[?#].*$/, ''))
    : medium.trim().toLowerCase() === 'image';
}

function findImages(html: string, base: string | null): (string | null)[] {
  if (!/<img\b|&lt;img\b/i.test(html)) return [];
  const text = html.includes('<') ? html : html.replaceAll('&lt;', '<').replaceAll('&gt;', '>');
  return splitHtml(text).map((piece) => (piece.type === 'image' ? toAbsoluteUrl(piece.source, base) : null));
}

/** The first valid time, in UTC if it has no time zone. */
function findTime(texts: string[]): string {
  for (const text of texts) {
    const trimmed = text.trim();
    const hasZone = /(?:[A-Za-z]|[+-]\d\d:?\d\d)$|^\d{4}(?:-\d\d){0,2}$/.test(trimmed);
    const time = new Date(hasZone ? trimmed : `${trimmed}${/^\d{4}-\d\d-\d\dT/.test(trimmed) ? 'Z' : ' UTC'}`);
    if (trimmed !== '' && Number.isFinite(time.getTime())) return time.toISOString();
  }
  return '';
}

/** Within the length limit of the intake: a longer one is replaced by its hash. */
function normalizeId(id: string): string {
  const text = id.trim();
  return text.length <= limits.id ? text : hash('sha256', text, 'hex');
}

function firstNonEmpty(texts: (string | null)[]): string {
  return texts.find((text) => text !== null && text.trim() !== '') ?? '';
}

function collapseSpaces(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}

function truncate(text: string, length: number): string {
  return text.length > length ? `${cutText(text, length - 1).trimEnd()}…` : text;
}
