import { createHash } from 'node:crypto';
import { htmlPieces } from '#server/lib/html/pieces.ts';
import { plainText } from '#server/lib/html/plain-text.ts';

type Text = string | undefined;

/** A picture, perhaps: by what the feed says of it, or by its name. */
export type Picture = { url?: Text; type?: Text; medium?: Text };

/** An entry as its format has it; of links, pictures, times and names the first that is good counts. */
export type RawEntry = {
  /** What relative addresses in it begin at, from the outside in. */
  bases: Text[];
  title: string;
  links: string[];
  description: string;
  content: string;
  pictures: Picture[];
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

/** A row of a feed: plain text, absolute addresses, times in ISO 8601; '' for what is not there. */
export type EntryRow = Record<(typeof entryColumns)[number], string>;

const most = { title: 500, details: 20_000, id: 200, address: 2000 };
const pictureName = /\.(?:jpe?g|png|gif|webp|avif)$/i;

export function rowOf(raw: RawEntry, address: string | null): EntryRow {
  const base = raw.bases.reduce<string | null>(
    (outer, inner) => absolute(inner, outer) ?? outer,
    absolute(address ?? '', null),
  );
  const description = shortened(plainText(raw.description), most.details);
  const content = shortened(plainText(raw.content), most.details);
  const details = content === '' ? description : content;
  const [firstLine = ''] = details.split('\n');
  return {
    title: shortened(oneLine(plainText(raw.title)) || firstLine, most.title),
    link: first(raw.links.map((link) => absolute(link, base))),
    description,
    content,
    details,
    image: imageOf(raw, base),
    published: timeIn(raw.published) || timeIn(raw.updated),
    updated: timeIn(raw.updated),
    id: idOf(raw.id),
    author: oneLine(plainText(first(raw.authors))),
    categories: raw.categories.map((category) => oneLine(plainText(category))).join(', '),
    latitude: raw.point === null ? '' : String(raw.point.latitude),
    longitude: raw.point === null ? '' : String(raw.point.longitude),
  };
}

/** An address as one of the web; null where it is none. */
function absolute(address: Text, base: string | null): string | null {
  const text = address?.trim() ?? '';
  if (text === '') return null;
  const url = URL.parse(text, base ?? undefined);
  return url !== null && /^https?:$/.test(url.protocol) && url.href.length <= most.address ? url.href : null;
}

function imageOf({ pictures, content, description }: RawEntry, base: string | null): string {
  const shown = pictures.filter((picture) => isPicture(picture)).map(({ url }) => absolute(url, base));
  return first(shown) || first(imagesIn(content, base)) || first(imagesIn(description, base));
}

function isPicture({ url = '', type = '', medium = '' }: Picture): boolean {
  if (type !== '') return /^image\//i.test(type.trim());
  return medium === '' ? pictureName.test(url.trim().replace(/[?#].*$/, '')) : medium.trim().toLowerCase() === 'image';
}

function imagesIn(html: string, base: string | null): (string | null)[] {
  if (!/<img\b|&lt;img\b/i.test(html)) return [];
  const text = html.includes('<') ? html : html.replaceAll('&lt;', '<').replaceAll('&gt;', '>');
  return htmlPieces(text).map((piece) => (piece.type === 'image' ? absolute(piece.source, base) : null));
}

/** The first time that can be read; its time zone is UTC where it names none. */
function timeIn(texts: string[]): string {
  for (const text of texts) {
    const said = text.trim();
    const hasZone = /(?:[A-Za-z]|[+-]\d\d:?\d\d)$|^\d{4}(?:-\d\d){0,2}$/.test(said);
    const time = new Date(hasZone ? said : `${said}${/^\d{4}-\d\d-\d\dT/.test(said) ? 'Z' : ' UTC'}`);
    if (said !== '' && Number.isFinite(time.getTime())) return time.toISOString();
  }
  return '';
}

/** As the intake takes them: a longer one by its hash. */
function idOf(id: string): string {
  const text = id.trim();
  return text.length <= most.id ? text : createHash('sha256').update(text).digest('hex');
}

function first(texts: (string | null)[]): string {
  return texts.find((text) => text !== null && text.trim() !== '') ?? '';
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}

function shortened(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1).trimEnd()}…` : text;
}
