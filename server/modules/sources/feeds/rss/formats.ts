import type { parseFeed } from 'feedsmith';
import type { FeedPicture, RawEntry } from './entry.ts';

type FeedDocument = ReturnType<typeof parseFeed>;
/** The paths of each field in a format: names joined by dots; of several the first that exists counts. */
type FieldPaths = Record<'items' | 'site' | keyof Omit<RawEntry, 'bases' | 'pictures' | 'point'>, string[]>;

const dublinCore = {
  title: ['title', 'dc.titles', 'media.title.value'],
  published: ['pubDate', 'dc.dates', 'dcterms.issued', 'dcterms.created'],
  updated: ['dcterms.modified'],
};

const fieldPaths: Record<FeedDocument['format'], FieldPaths> = {
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
export function readEntries({ format, feed }: FeedDocument): RawEntry[] {
  const entryPaths = fieldPaths[format];
  const base = getFirstText(feed, ['xml.base']);
  return entryPaths.items
    .flatMap((path) => getValues(feed, path))
    .map((source) => toRawEntry(addAddresses(source), entryPaths, base));
}

/** The page that a feed belongs to: the base of relative addresses if the feed has no address of its own. */
export function findSite({ format, feed }: FeedDocument): string | null {
  return getFirstText(addAddresses(feed), fieldPaths[format].site) ?? null;
}

function toRawEntry(item: unknown, entryPaths: FieldPaths, base: string | undefined): RawEntry {
  return {
    bases: [base, getFirstText(item, ['xml.base']), getFirstText(item, ['content.xml.base'])],
    title: getFirstText(item, entryPaths.title) ?? '',
    links: getTexts(item, entryPaths.links),
    description: getFirstText(item, entryPaths.description) ?? '',
    content: getFirstText(item, entryPaths.content) ?? '',
    pictures: readPictures(item),
    published: getTexts(item, entryPaths.published),
    updated: getTexts(item, entryPaths.updated),
    id: getFirstText(item, entryPaths.id) ?? '',
    authors: getTexts(item, entryPaths.authors),
    categories: getTexts(item, entryPaths.categories),
    point: readPoint(item),
  };
}

/** A guid that is an address, and the links to a page, under separate names. */
function addAddresses(source: unknown): unknown {
  const [guid] = getValues(source, 'guid');
  const isPermanent = getValues(guid, 'isPermaLink')[0] !== false;
  const page = getValues(source, 'links').filter((link) => (getValues(link, 'rel')[0] ?? 'alternate') === 'alternate');
  const enclosures = getValues(source, 'links').filter((link) => getValues(link, 'rel')[0] === 'enclosure');
  return {
    ...(isObject(source) ? source : {}),
    ...(isPermanent && isObject(guid) && { guid: { ...guid, permanent: guid['value'] } }),
    links: { page: page.map((link) => getValues(link, 'href')[0]), enclosures },
  };
}

const picturePaths = [
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

function readPictures(item: unknown): FeedPicture[] {
  return picturePaths.flatMap((path) =>
    getValues(item, path).map((picture): FeedPicture => {
      if (typeof picture === 'string') return { url: picture, medium: 'image' };
      const isThumbnail = path.endsWith('thumbnails');
      return {
        url: getFirstText(picture, ['url', 'href']),
        type: getFirstText(picture, ['type', 'mime_type']),
        medium: getFirstText(picture, ['medium']) ?? (isThumbnail ? 'image' : undefined),
      };
    }),
  );
}

function readPoint(item: unknown): RawEntry['point'] {
  const latitude = Number(getFirstText(item, ['georss.point.lat', 'geo.lat']) ?? Number.NaN);
  const longitude = Number(getFirstText(item, ['georss.point.lng', 'geo.long']) ?? Number.NaN);
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null;
}

function getFirstText(value: unknown, paths: string[]): string | undefined {
  return getTexts(value, paths)[0];
}

function getTexts(value: unknown, paths: string[]): string[] {
  return paths
    .flatMap((path) => getValues(value, path))
    .filter((text) => typeof text === 'string' || typeof text === 'number')
    .map(String);
}

/** All values at a path, including those inside lists. */
function getValues(value: unknown, path: string): unknown[] {
  return path.split('.').reduce<unknown[]>(
    (values, name) => {
      return values.flatMap((one) => {
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
