import * as z from 'zod';
import { type FilterChanges, filtersBody, type MembershipStatus, registerBody } from '#domain/user/contract.ts';
import { isOfAMember, longAgo } from '#domain/user/admin.contract.ts';
import type { Cell, TableRow } from './table.ts';

/** What a row asks for; null or absent: unset for a new user, unchanged for a known one. */
export type Wanted = {
  email: string;
  password: string | null;
  changes: FilterChanges;
  memberSince: string | null;
  membershipStatus: MembershipStatus | null;
};

/** Why a row cannot be taken; `message` is for the person. */
class Unreadable extends Error {}

/** What a row says, or why it says nothing that can be taken; `now` is ISO 8601. */
export function readRow({ cells }: TableRow, now: string): Wanted | { reason: string } {
  try {
    const memberSince = dateIn(cells['member since']);
    if (memberSince !== null && memberSince > now) throw new Unreadable('Member since cannot be in the future');
    return {
      email: emailIn(cells.email),
      password: textIn(cells.password),
      changes: checked(filtersBody, {
        maxPrice: numberIn(cells['max price'], 'Max price must be a whole number of dollars'),
        mileageRadius: numberIn(cells['mileage radius'], 'Mileage radius must be a number of miles'),
        zipCode: zipCodeIn(cells['zip code']),
        includeMobileHomes: flagIn(cells['mobile homes'], 'Mobile Homes'),
        includeRawLand: flagIn(cells['raw land'], 'Raw Land'),
        includeTinyHomes: flagIn(cells['tiny homes'], 'Tiny Homes'),
        notificationPreference: wordIn(cells['notification preference']),
      }),
      memberSince,
      membershipStatus: statusIn(cells['membership status']),
    };
  } catch (error) {
    if (error instanceof Unreadable) return { reason: error.message };
    throw error;
  }
}

/** Why a new user cannot have this password; null for one that is right. */
export function passwordProblem(password: string): string | null {
  return registerBody.shape.password.safeParse(password).error?.issues[0]?.message ?? null;
}

function checked<S extends z.ZodType>(schema: S, value: unknown): z.infer<S> {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  throw new Unreadable(read.error.issues[0]?.message ?? 'The row cannot be read');
}

/** The text of a cell; null for an empty one and 'Not set'. The mark that an export puts before a formula's sign is none of it. */
function textIn(cell: Cell | undefined): string | null {
  if (cell === null || cell === undefined) return null;
  const text = (typeof cell === 'object' ? cell.date : String(cell)).trim().replace(/^'(?=[=+\-@\t])/, '');
  return text === '' || text.toLowerCase() === 'not set' ? null : text;
}

function wordIn(cell: Cell | undefined): string | undefined {
  return textIn(cell)?.toLowerCase();
}

function emailIn(cell: Cell | undefined): string {
  const text = textIn(cell);
  if (text === null) throw new Unreadable('Email is required');
  return checked(registerBody.shape.email, text);
}

/** Also '$54,000' and '50 miles'. */
function numberIn(cell: Cell | undefined, otherwise: string): number | undefined {
  if (typeof cell === 'number') return cell;
  const text = textIn(cell);
  if (text === null) return undefined;
  const digits = /^\$?\s*(\d[\d,]*)(\.0+)?(\s*mi(les)?)?$/i.exec(text)?.[1];
  if (digits === undefined) throw new Unreadable(otherwise);
  return Number(digits.replaceAll(',', ''));
}

/** A cell that is a number has lost its leading zero. */
function zipCodeIn(cell: Cell | undefined): string | undefined {
  const text = textIn(cell) ?? undefined;
  return typeof cell === 'number' && text?.length === 4 ? `0${text}` : text;
}

const flags = new Map([
  ['yes', true],
  ['true', true],
  ['y', true],
  ['1', true],
  ['no', false],
  ['false', false],
  ['n', false],
  ['0', false],
]);

function flagIn(cell: Cell | undefined, name: string): boolean | undefined {
  const word = wordIn(cell);
  if (word === undefined) return undefined;
  const flag = flags.get(word);
  if (flag === undefined) throw new Unreadable(`${name} must be Yes or No`);
  return flag;
}

const statuses = z.enum(['active', 'unconfirmed'], "Membership status must be 'Active' or 'Unconfirmed'").nullable();

function statusIn(cell: Cell | undefined): MembershipStatus | null {
  return checked(statuses, wordIn(cell) ?? null);
}

const notADate = 'Member since must be a date such as 2026-01-31 or 1/31/2026';
const isoTime = z.union([z.iso.date(), z.iso.datetime({ offset: true })]);

/** A day counts from its midnight in UTC. */
function dateIn(cell: Cell | undefined): string | null {
  const text = textIn(cell);
  if (text === null) return null;
  const [, month, day, year, time = ''] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?: (\d\d:\d\d(?::\d\d)?))?$/.exec(text) ?? [];
  const date = year === undefined ? text : `${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}`;
  const iso = isoTime.safeParse(time === '' ? date : `${date}T${time}Z`);
  if (!iso.success) throw new Unreadable(notADate);
  if (!isOfAMember(iso.data)) throw new Unreadable(longAgo);
  return new Date(iso.data).toISOString();
}
