/** '2026-04-30 17:01:55.123', with or without a zone, as databases write times; without one it is UTC. */
const sqlTime = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?) ?(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?$/i;
/** '4/30/2026'. */
const usDate = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/;
/** '42.39', '82.98 W', '-82.98°'. */
const coordinate = /^([-+]?\d{1,3}(?:\.\d+)?)\s?°?\s?([NSEW])?$/i;
/** The value of an optional field in its standard form; the same value where it has no other reading. */
export function readOptionalField(name: string, value: unknown, link: unknown): unknown {
  if (name === 'zipCode') return readZip(value);
  if (name === 'latitude' || name === 'longitude') return readCoordinate(value);
  if (name === 'postedAt') return readTime(value);
  if (name === 'imageUrl') return readAddress(value, link);
  return isCode(name, value) ? String(value) : value;
}

/** Numbers of parcels, and codes such as 101, come as numbers. */
const isCode = (name: string, value: unknown) =>
  typeof value === 'number' && ['parcel', 'apn', 'propertyType'].includes(name);

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
  const written = value.trim();
  const [, month = '', day = '', year] = usDate.exec(written) ?? [];
  if (year !== undefined) return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const [, date, time = '', zone = 'Z'] = sqlTime.exec(written) ?? [];
  return date === undefined ? written : `${date}T${time}${toIsoZone(zone)}`;
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
