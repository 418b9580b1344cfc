import * as z from 'zod';
import { defaultMaxPrice, defaultRadius, type Filters, filtersBody, radii } from '#domain/user/contract.ts';
import { formatLimit } from '#web/lib/format.ts';

/** What the form holds: the price as typed, everything else as it is sent. */
export type FilterValues = z.input<ReturnType<typeof filterForm>>;

/** What the form shows for a user; filters never saved show their defaults. */
export function filterValues(user: Filters): FilterValues {
  return {
    maxPrice: String(user.maxPrice ?? defaultMaxPrice),
    mileageRadius: radii.find((miles) => miles === user.mileageRadius) ?? defaultRadius,
    zipCode: user.zipCode ?? '',
    includeMobileHomes: user.includeMobileHomes,
    includeRawLand: user.includeRawLand,
    includeTinyHomes: user.includeTinyHomes,
    notificationPreference: user.notificationPreference,
    alertMails: user.alertMails,
    quietHours: user.quietHours,
  };
}

/** Whole dollars out of what was typed ('$45,000.50' is 45000), never above `limit`. */
export function cleanPrice(typed: string, limit: number): string {
  const digits = typed.replace(/\..*$/s, '').replace(/\D/g, '');
  return digits === '' ? '' : String(Math.min(Number(digits), limit));
}

export function cleanZip(typed: string): string {
  return typed.replace(/\D/g, '').slice(0, 5);
}

type FilterName = keyof FilterValues;

/** The names of the values that are not the same in `a` and `b`. */
export function differing(a: FilterValues, b: FilterValues): FilterName[] {
  return (Object.keys(a) as FilterName[]).filter((name) => a[name] !== b[name]); // Object.keys forgets the names
}

export function sameFilters(a: FilterValues, b: FilterValues): boolean {
  return differing(a, b).length === 0;
}

/** What the form shows once `saved` took the place of `before`: what was edited stays, the rest follows. */
export function followed(edited: FilterValues, before: FilterValues, saved: FilterValues): FilterValues {
  const kept = Object.fromEntries(differing(edited, before).map((name) => [name, edited[name]] as const));
  return { ...saved, ...kept };
}

/** The form's own rules upon those of the contract: every field is there, and the price is the member's to ask. */
export function filterForm(limit: number) {
  const outside = `Enter a price from $0 to ${formatLimit(limit)}`;
  return filtersBody.required().extend({
    maxPrice: z
      .string()
      .min(1, outside)
      .transform(Number)
      .refine((price) => price <= limit, outside),
  });
}
export type FilterBody = z.infer<ReturnType<typeof filterForm>>;

/** The older settings page neither shows nor sends these: absent fields keep their value. */
const onlyAtHome: readonly FilterName[] = ['includeTinyHomes', 'notificationPreference', 'alertMails', 'quietHours'];

const isShown = (name: string, isWhole: boolean) => isWhole || !onlyAtHome.some((hidden) => hidden === name);

/** Whether a page that shows all filters, or not, would show `a` and `b` differently. */
export function shownDifference(a: FilterValues, b: FilterValues, isWhole: boolean): boolean {
  return differing(a, b).some((name) => isShown(name, isWhole));
}

/** These may be changed elsewhere, such as by a link in a mail, so that they are said only where they changed here. */
const onlyChanged: readonly string[] = ['alertMails', 'quietHours'] satisfies FilterName[];

/** What is saved from such a page. */
export function changesOf(filters: FilterBody, saved: FilterValues, isWhole: boolean): Partial<FilterBody> {
  const before: Record<string, unknown> = saved;
  const isSaid = ([name, value]: [string, unknown]) => !onlyChanged.includes(name) || value !== before[name];
  return Object.fromEntries(Object.entries(filters).filter((field) => isShown(field[0], isWhole) && isSaid(field)));
}
