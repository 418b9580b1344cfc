import type { parseFeed } from 'feedsmith';
import type { Picture, RawEntry } from './entry.ts';

type Parsed = ReturnType<typeof parseFeed>;
/** Where a format has what: names joined by dots; of several the first that is there counts. */
type Places = Record<'items' | 'site' | keyof Omit<RawEntry, 'bases' | 'pictures' | 'point'>, string[]>;

const dublinCore = {
  title: ['title', 'dc.titles', 'media.title.value'],
  published: ['pubDate', 'dc.dates', 'dcterms.issued', 'dcterms.created'],
  updated: ['dcterms.modified'],
};

const places: Record<Parsed['format'], Places> = {
  rss: {
    ...dublinCore,
    items: ['items'],
    site: ['link'],
    links: ['link', 'guid.permanent'],
    description: ['description', 'dc.descriptions', 'media.description.value'],
    content: ['content.encoded'],
    id: ['guid.value'],
    authors: ['authors.name', 'authors', 'dc.creators'],
    categories: ['categories.name', 'dc.subjects'],
  },
  rdf: {
    ...dublinCore,
    items: ['items'],
    site: ['link'],
    links: ['link', 'rdf.about'],
    description: ['description', 'dc.descriptions'],
    content: ['content.encoded'],
    id: ['rdf.about', 'link'],
    authors: ['dc.creators'],
    categories: ['dc.subjects'],
  },
  atom: {
    items: ['entries'],
    site: ['links.page'],
    title: ['title.value', 'media.title.value'],
    links: ['links.page', 'content.src', 'id'],
    description: ['summary.value', 'media.description.value'],
    content: ['content.value'],
    published: ['published', 'dc.dates'],
    updated: ['updated'],
    id: ['id'],
    authors: ['authors.name', 'dc.creators'],
    categories: ['categories.label', 'categories.term'],
  },
  json: {
    items: ['items'],
    site: ['home_page_url'],
    title: ['title'],
    links: ['url', 'external_url', 'id'],
    description: ['summary'],
    content: ['content_text', 'content_html'],
    published: ['date_published'],
    updated: ['date_modified'],
    id: ['id'],
    authors: ['authors.name'],
    categories: ['tags'],
  },
};

/** The entries of a feed of any format. */
export function entriesOf({ format, feed }: Parsed): RawEntry[] {
  const its = places[format];
  const base = firstAt(feed, ['xml.base']);
  return its.items.flatMap((path) => at(feed, path)).map((given) => entryOf(withAddresses(given), its, base));
}

/** The page that a feed belongs to: where the feed itself has no address, what is relative in it begins there. */
export function siteOf({ format, feed }: Parsed): string | null {
  return firstAt(withAddresses(feed), places[format].site) ?? null;
}

function entryOf(item: unknown, its: Places, base: string | undefined): RawEntry {
  return {
    bases: [base, firstAt(item, ['xml.base']), firstAt(item, ['content.xml.base'])],
    title: firstAt(item, its.title) ?? '',
    links: textsAt(item, its.links),
    description: firstAt(item, its.description) ?? '',
    content: firstAt(item, its.content) ?? '',
    pictures: picturesOf(item),
    published: textsAt(item, its.published),
    updated: textsAt(item, its.updated),
    id: firstAt(item, its.id) ?? '',
    authors: textsAt(item, its.authors),
    categories: textsAt(item, its.categories),
    point: pointOf(item),
  };
}

/** A guid that is an address, and the links to a page, as names of their own. */
function withAddresses(given: unknown): unknown {
  const [guid] = at(given, 'guid');
  const isPermanent = at(guid, 'isPermaLink')[0] !== false;
  const page = at(given, 'links').filter((link) => (at(link, 'rel')[0] ?? 'alternate') === 'alternate');
  const enclosures = at(given, 'links').filter((link) => at(link, 'rel')[0] === 'enclosure');
  return {
    ...(isObject(given) ? given : {}),
    ...(isPermanent && isObject(guid) && { guid: { ...guid, permanent: guid['value'] } }),
    links: { page: page.map((link) => at(link, 'href')[0]), enclosures },
  };
}

const pictured = [
  'image',
  'banner_image',
  'enclosures',
  'links.enclosures',
  'attachments',
  'media.contents',
  'media.groups.contents',
  'media.thumbnails',
  'media.groups.thumbnails',
  'media.contents.thumbnails',
];

function picturesOf(item: unknown): Picture[] {
  return pictured.flatMap((path) =>
    at(item, path).map((found): Picture => {
      if (typeof found === 'string') return { url: found, medium: 'image' };
      const isThumbnail = path.endsWith('thumbnails');
      return {
        url: firstAt(found, ['url', 'href']),
        type: firstAt(found, ['type', 'mime_type']),
        medium: firstAt(found, ['medium']) ?? (isThumbnail ? 'image' : undefined),
      };
    }),
  );
}

function pointOf(item: unknown): RawEntry['point'] {
  const latitude = Number(firstAt(item, ['georss.point.lat', 'geo.lat']) ?? Number.NaN);
  const longitude = Number(firstAt(item, ['georss.point.lng', 'geo.long']) ?? Number.NaN);
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null;
}

function firstAt(value: unknown, paths: string[]): string | undefined {
  return textsAt(value, paths)[0];
}

function textsAt(value: unknown, paths: string[]): string[] {
  return paths
    .flatMap((path) => at(value, path))
    .filter((found) => typeof found === 'string' || typeof found === 'number')
    .map(String);
}

/** All that stands at a path, lists on the way gone through. */
function at(value: unknown, path: string): unknown[] {
  return path.split('.').reduce<unknown[]>(
    (found, name) => {
      return found.flatMap((one) => {
        const next = isObject(one) && Object.hasOwn(one, name) ? one[name] : undefined;
        return Array.isArray(next) ? (next as unknown[]) : next === undefined ? [] : [next];
      });
    },
    [value],
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
