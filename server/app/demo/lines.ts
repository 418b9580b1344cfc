import type { IntakeResult } from '#domain/listing/contract.ts';
import type { Place } from '#domain/listing/events.ts';
import { dollars } from '#domain/shared/money.ts';
import type { Offer } from './listing-generator/simulator.ts';
import { type Person, password } from './people.ts';

const roles: Record<Person['role'], string> = { full: 'full admin', helper: 'helper admin', none: 'member' };

/** Who can sign in, as a table. */
export function signInTable(people: readonly Person[]): string {
  const rows = people.map((person) => [person.email, whoIs(person), person.city, wishes(person)]);
  const table = [['E-mail', 'Who', 'City', 'Looks for'], ...rows];
  const widths = [0, 1, 2].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  const lines = table.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('   ')
      .trimEnd(),
  );
  return [...lines, '', `The password of everybody is ${password}`].join('\n');
}

function whoIs({ role, days }: Person): string {
  return role === 'none' && days === null ? 'not a member yet' : roles[role];
}

function wishes({ filters }: Person): string {
  if (filters === null) return '';
  const { zipCode, maxPrice = 54_000, mileageRadius = 50, notificationPreference } = filters;
  const types = [
    'houses',
    ...(filters.includeMobileHomes ? ['mobile homes'] : []),
    ...(filters.includeRawLand ? ['land'] : []),
    ...(filters.includeTinyHomes ? ['tiny homes'] : []),
  ];
  const daily = notificationPreference === 'daily' ? ', once a day at 07:00' : '';
  return `${types.join(', ')} up to ${dollars(maxPrice)} within ${mileageRadius} miles of ${zipCode}${daily}`;
}

/** What came of an offer that was accepted: `price` as it is now, and the names of who was told. */
export type Told = { place: Place; price: number; atOnce: string[]; later: string[] };

/** What became of an offer, as one line that a newcomer understands. */
export function offerLine({ kind, item: { title } }: Offer, result: IntakeResult, told: Told | null): string {
  const [rejected] = result.rejected;
  if (rejected) return `rejected: "${title}" - ${rejected.reason}`;
  const [held] = result.review;
  if (held) return `for review: "${title}" - ${held.reason}`;
  if (told !== null) {
    const { city, state } = told.place;
    const what = kind === 'price drop' ? 'cheaper now' : 'accepted';
    return `${what}: "${title}", ${dollars(told.price)}, ${city ?? ''} ${state ?? ''} -> ${alerted(told)}`;
  }
  if (kind === 'duplicate') return `known already: "${title}"`;
  return `seen before: "${title}", posted again under another link -> nobody is alerted twice`;
}

function alerted({ atOnce, later }: Told): string {
  const parts = [
    ...(atOnce.length > 0 ? [`${counted(atOnce.length)} alerted: ${atOnce.join(', ')}`] : []),
    ...(later.length > 0 ? [`${later.join(', ')} will read it at 07:00`] : []),
  ];
  return parts.length > 0 ? parts.join('; ') : 'fits nobody';
}

function counted(members: number): string {
  return members === 1 ? '1 member' : `${members} members`;
}
