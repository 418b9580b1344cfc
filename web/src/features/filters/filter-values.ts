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

export function sameFilters(a: FilterValues, b: FilterValues): boolean {
  return (Object.keys(a) as (keyof FilterValues)[]).every((name) => a[name] === b[name]); // Object.keys forgets the names
}

/** The form's own rules upon those of the contract: every field is there. */
export function filterForm(limit: number) {
  return filtersBody.required().extend({
    maxPrice: z
      .string()
      .min(1, `Enter a price from $0 to ${formatLimit(limit)}`)
      .transform(Number),
  });
}
export type FilterBody = z.infer<ReturnType<typeof filterForm>>;
