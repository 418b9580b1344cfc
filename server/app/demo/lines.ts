import type { IntakeResult } from '#domain/listing/contract.ts';
import type { ListingLocation } from '#domain/listing/events.ts';
import { optionalTypes } from '#domain/listing/property-types.contract.ts';
import { compact } from '#domain/shared/compact.contract.ts';
import { roles } from '#domain/user/contract.ts';
import { formatWholeDollars } from '#domain/shared/money.contract.ts';
import type { DemoOffer } from './listing-generator/listing-generator.ts';
import { type DemoPerson, demoPassword } from './demo-people.ts';

const roleLabels: Record<DemoPerson['role'], string> = { full: 'full admin', helper: 'helper admin', none: 'member' };

/** The users who can sign in, as a table. */
export function renderSignInTable(people: readonly DemoPerson[]): string {
  const rows = people.map((person) => [person.email, describeRole(person), person.city, describeFilters(person)]);
  const table = [['Email', 'Who', 'City', 'Looks for'], ...rows];
  const widths = [0, 1, 2].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  const lines = table.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('   ')
      .trimEnd(),
  );
  return [...lines, '', `Everyone's password is ${demoPassword}`].join('\n');
}

/** Whom to sign in as, and at which page, to see each part of the product. */
export function renderAddresses(url: string, people: readonly DemoPerson[]): string {
  const lines = roles.toReversed().flatMap((role) => {
    const person = people.find((one) => one.role === role);
    const page = role === 'none' ? url : `${url}/admin`;
    return person === undefined ? [] : [`  ${roleLabels[role].padEnd(12)}   ${person.email.padEnd(18)}   ${page}`];
  });
  return ['Open these addresses in a browser, each in its own profile or private window:', ...lines].join('\n');
}

function describeRole({ role, days }: DemoPerson): string {
  return role === 'none' && days === null ? 'not a member yet' : roleLabels[role];
}

function describeFilters({ filters }: DemoPerson): string {
  if (filters === null) return '';
  const { zipCode, maxPrice = 54_000, mileageRadius = 50, notificationPreference } = filters;
  const types = ['houses', ...optionalTypes.filter(({ flag }) => filters[flag]).map(({ plural }) => plural)];
  const daily = notificationPreference === 'daily' ? ', once a day at 07:00' : '';
  return `${types.join(', ')} up to ${formatWholeDollars(maxPrice)} within ${mileageRadius} miles of ${zipCode}${daily}`;
}

/** The outcome of an accepted offer: `price` is the current one, with the names of the alerted users. */
export type AlertSummary = { place: ListingLocation; price: number; immediate: string[]; delayed: string[] };

/** The outcome of an offer, as one line that a new user understands. */
export function renderOfferLine(
  { kind, item: { title } }: DemoOffer,
  result: IntakeResult,
  summary: AlertSummary | null,
): string {
  const [rejected] = result.rejected;
  if (rejected) return `rejected: "${title}" - ${rejected.reason}`;
  const [held] = result.review;
  if (held) return `for review: "${title}" - ${held.reason}`;
  if (summary !== null) {
    const { city, state } = summary.place;
    const what = kind === 'price drop' ? 'cheaper now' : 'accepted';
    return `${what}: "${title}", ${formatWholeDollars(summary.price)}, ${city ?? ''} ${state ?? ''} -> ${describeRecipients(summary)}`;
  }
  if (kind === 'duplicate') return `known already: "${title}"`;
  return `seen before: "${title}", posted again under another link -> not alerted again`;
}

function describeRecipients({ immediate, delayed }: AlertSummary): string {
  const parts = compact([
    immediate.length > 0 && `${formatMemberCount(immediate.length)} alerted: ${immediate.join(', ')}`,
    delayed.length > 0 && `${delayed.join(', ')} will read it at 07:00`,
  ]);
  return parts.length > 0 ? parts.join('; ') : 'matches no member';
}

function formatMemberCount(members: number): string {
  return members === 1 ? '1 member' : `${members} members`;
}
