import * as z from 'zod';
import { mapTypeFlags } from '#domain/listing/property-types.contract.ts';
import { type FilterChanges, filtersBody, type MembershipStatus, registerBody } from '#domain/user/contract.ts';
import { isPlausibleMemberSince, memberSinceError } from '#domain/user/admin.contract.ts';
import { newSearch, type Search, searchChanges, type SearchChanges } from '#domain/user/searches.contract.ts';
import type { ImportCell, TableRow } from './sheet.ts';

/** What a row sets; null or absent: unset for a new user, unchanged for a known one. */
export type ImportRow = {
  email: string;
  password: string | null;
  changes: FilterChanges;
  memberSince: string | null;
  membershipStatus: MembershipStatus | null;
};

/** Why a row is refused; `message` is shown to the admin. */
class RowError extends Error {}

/** The parsed row, or why it is refused; `now` is ISO 8601. */
export function parseUserRow({ cells }: TableRow, now: string): ImportRow | { reason: string } {
  return explainRowError(() => {
    const memberSince = readDate(cells['member since']);
    if (memberSince !== null && memberSince > now) throw new RowError('Member since cannot be in the future');
    return {
      email: readEmail(cells.email),
      password: readText(cells.password),
      changes: parseValue(filtersBody, readFilters(cells)),
      memberSince,
      membershipStatus: readStatus(cells['membership status']),
    };
  });
}

/** The name of a search of the user, as given; null for none. */
export function readSearchName({ cells }: TableRow): string | null {
  return readText(cells.search);
}

/** What a further row of a user sets of the search that it names: the filters alone. */
export function parseSearchRow({ cells }: TableRow): (SearchChanges & { name: string }) | { reason: string } {
  return explainRowError(() => parseValue(namedChanges, { name: readText(cells.search), ...readFilters(cells) }));
}

const namedChanges = searchChanges.required({ name: true });

/** The search that is added where the user has none of that name. */
export function parseNewSearch(changes: SearchChanges): Search | { reason: string } {
  return explainRowError(() => parseValue(newSearch, changes));
}

function explainRowError<T>(read: () => T): T | { reason: string } {
  try {
    return read();
  } catch (error) {
    if (error instanceof RowError) return { reason: error.message };
    throw error;
  }
}

function readFilters(cells: TableRow['cells']): Record<string, unknown> {
  return {
    maxPrice: readNumber(cells['max price'], 'Max price must be a whole number of dollars'),
    mileageRadius: readNumber(cells['mileage radius'], 'Mileage radius must be a number of miles'),
    zipCode: readZipCode(cells['zip code']),
    ...mapTypeFlags(({ plural, heading }) => readFlag(cells[plural], heading)),
    notificationPreference: readWord(cells['notification preference']),
  };
}

/** The email of a row, as given; '' for none. */
export function readGivenEmail({ cells }: TableRow): string {
  return readText(cells.email) ?? '';
}

/** Why a new user cannot have this password; null if it is valid. */
export function findPasswordProblem(password: string): string | null {
  return registerBody.shape.password.safeParse(password).error?.issues[0]?.message ?? null;
}

function parseValue<S extends z.ZodType>(schema: S, value: unknown): z.infer<S> {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  throw new RowError(read.error.issues[0]?.message ?? 'The row cannot be read');
}

/**
 * The text of a cell; null for an empty one and 'Not set'. Drops the mark that an export puts before the sign of a
 * formula.
 */
function readText(cell: ImportCell | undefined): string | null {
  if (cell === null || cell === undefined) return null;
  const text = (typeof cell === 'object' ? cell.date : String(cell)).trim().replace(/^'(?=[=+\-@\t])/, '');
  return text === '' || text.toLowerCase() === 'not set' ? null : text;
}

function readWord(cell: ImportCell | undefined): string | undefined {
  return readText(cell)?.toLowerCase();
}

function readEmail(cell: ImportCell | undefined): string {
  const text = readText(cell);
  if (text === null) throw new RowError('Email is required');
  return parseValue(registerBody.shape.email, text);
}

/** Accepts '$54,000' and '50 miles' too. */
function readNumber(cell: ImportCell | undefined, errorMessage: string): number | undefined {
  if (typeof cell === 'number') return cell;
  const text = readText(cell);
  if (text === null) return undefined;
  const digits = /^\$?\s*(\d[\d,]*)(\.0+)?(\s*mi(les)?)?$/i.exec(text)?.[1];
  if (digits === undefined) throw new RowError(errorMessage);
  return Number(digits.replaceAll(',', ''));
}

/** A numeric cell has lost its leading zero. */
function readZipCode(cell: ImportCell | undefined): string | undefined {
  const text = readText(cell) ?? undefined;
  return typeof cell === 'number' && text?.length === 4 ? `0${text}` : text;
}

const flagValues = new Map([
  ['yes', true],
  ['true', true],
  ['y', true],
  ['1', true],
  ['no', false],
  ['false', false],
  ['n', false],
  ['0', false],
]);

function readFlag(cell: ImportCell | undefined, name: string): boolean | undefined {
  const word = readWord(cell);
  if (word === undefined) return undefined;
  const flag = flagValues.get(word);
  if (flag === undefined) throw new RowError(`${name} must be Yes or No`);
  return flag;
}

const statusSchema = z
  .enum(['active', 'unconfirmed'], "Membership status must be 'Active' or 'Unconfirmed'")
  .nullable();

function readStatus(cell: ImportCell | undefined): MembershipStatus | null {
  return parseValue(statusSchema, readWord(cell) ?? null);
}

const invalidDateMessage = 'Member since must be a date such as 2026-01-31 or 1/31/2026';
const isoTimeSchema = z.union([z.iso.date(), z.iso.datetime({ offset: true })]);

/** A day counts from midnight UTC. */
function readDate(cell: ImportCell | undefined): string | null {
  const text = readText(cell);
  if (text === null) return null;
  const [, month, day, year, time = ''] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?: (\d\d:\d\d(?::\d\d)?))?$/.exec(text) ?? [];
  const date = year === undefined ? text : `${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}`;
  const iso = isoTimeSchema.safeParse(time === '' ? date : `${date}T${time}Z`);
  if (!iso.success) throw new RowError(invalidDateMessage);
  if (!isPlausibleMemberSince(iso.data)) throw new RowError(memberSinceError);
  return new Date(iso.data).toISOString();
}
