import { cutAtWord } from '#domain/shared/foreign-text.contract.ts';
import { isFactName, readFigure } from '#domain/figures/given.contract.ts';

/** '2026-04-30 17:01:55.123', with or without a zone, as databases write times; without one it is UTC. */
const sqlTime = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?) ?(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?$/i;
/** '4/30/2026'. */
const usDate = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/;
/** '42.39', '82.98 W', '-82.98°'. */
const coordinate = /^([-+]?\d{1,3}(?:\.\d+)?)\s?°?\s?([NSEW])?$/i;
/** In characters. */
export const maxDetails = 20_000;
const maxQuoteLength = 100;
/** `problem`: why not all of it is used. */
type ReadField = { value: unknown; problem?: string };

export const isBlank = (value: unknown) => typeof value === 'string' && value.trim() === '';

/** The value of an optional field in its standard form; the same value where it has no other reading. */
export function readOptionalField(name: string, value: unknown, link: unknown): ReadField {
  if (name === 'zipCode') return { value: readZip(value) };
  if (name === 'latitude' || name === 'longitude') return { value: readCoordinate(value) };
  if (name === 'postedAt') return { value: readTime(value) };
  if (name === 'imageUrl') return { value: readAddress(value, link) };
  if (name === 'withdrawn') return { value: readFlag(value) };
  if (name === 'details') return readDetails(value);
  if (isFactName(name)) return { value: readFigure(name, value) };
  return { value: isCode(name, value) ? String(value) : value };
}

/** In characters. */
const maxMadeTitle = 80;

/** An item without a title is called by the first words of its details, else by its parcel. */
export function addMissingTitle(item: unknown): unknown {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return item;
  const { title, details, parcel, apn } = item as Record<string, unknown>; // an object, checked above
  if (title !== undefined && !isBlank(title)) return item;
  const number = [parcel, apn].find((value) => typeof value === 'string');
  const words = details ?? (number && `Parcel ${number}`);
  return typeof words === 'string' ? { ...item, title: cutAtWord(words, maxMadeTitle) } : item;
}

/** A field as it is reported; of its value only the beginning. */
export function toLeftOutField(field: string, value: unknown, reason: string) {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return { field, value: text.length > maxQuoteLength ? `${text.slice(0, maxQuoteLength)}…` : text, reason };
}

/** Ids, numbers of parcels, and codes such as 101, come as numbers. */
const isCode = (name: string, value: unknown) =>
  typeof value === 'number' && ['externalId', 'parcel', 'apn', 'propertyType'].includes(name);

function readDetails(value: unknown): ReadField {
  if (typeof value !== 'string' || value.trim().length <= maxDetails) return { value };
  const problem = `only the first ${maxDetails.toLocaleString('en-US')} characters of details were read`;
  return { value: value.trim().slice(0, maxDetails), problem };
}

const flags = new Map<unknown, boolean>([
  ['true', true],
  ['yes', true],
  ['1', true],
  ['false', false],
  ['no', false],
  ['0', false],
]);
const readFlag = (value: unknown) => flags.get(String(value).trim().toLowerCase()) ?? value;

/** A spreadsheet drops the leading zeros. */
const readZip = (value: unknown) => (typeof value === 'number' ? String(value).padStart(5, '0') : value);

function readCoordinate(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const [, degrees, side = ''] = coordinate.exec(value.trim()) ?? [];
  if (degrees === undefined) return value;
  return /[SW]/i.test(side) ? -Math.abs(Number(degrees)) : Number(degrees);
}

function readTime(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const timeText = value.trim();
  const [, month = '', day = '', year] = usDate.exec(timeText) ?? [];
  if (year !== undefined) return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const [, date, time = '', zone = 'Z'] = sqlTime.exec(timeText) ?? [];
  return date === undefined ? timeText : `${date}T${time}${toIsoZone(zone)}`;
}

function toIsoZone(zone: string): string {
  if (/[a-z]/i.test(zone)) return 'Z';
  const digits = zone.slice(1).replace(':', '').padEnd(4, '0');
  return `${zone.slice(0, 1)}${digits.slice(0, 2)}:${digits.slice(2)}`;
}

/** '/photos/1.jpg' at the site of the link, and '1.jpg' beside it. */
function readAddress(value: unknown, link: unknown): unknown {
  return typeof value === 'string' && typeof link === 'string' ? toAbsolute(value.trim(), link) : value;
}

function toAbsolute(address: string, link: string): string {
  const [site, scheme = ''] = /^(https?:)\/\/[^/?#]+/i.exec(link) ?? [];
  if (site === undefined || address === '' || /^[a-z][a-z0-9+.-]*:/i.test(address)) return address;
  if (address.startsWith('//')) return scheme + address;
  if (address.startsWith('/')) return site + address;
  const path = link.slice(site.length).replace(/[?#][^]*$/, '');
  return `${site}${path.slice(0, path.lastIndexOf('/') + 1) || '/'}${address}`;
}
