import * as z from 'zod';
import { homePageTypeFlags, mapTypeFlags } from '#domain/listing/property-types.contract.ts';
import {
  defaultMaxPrice,
  defaultRadiusMiles,
  deliveryFields,
  type Filters,
  filtersBody,
  radii,
} from '#domain/user/filters.contract.ts';
import { firstSearch, newSearch } from '#domain/user/searches.contract.ts';
import { formatLimit } from '#web/lib/format.ts';

/** Where filters are edited: the home page, the older settings page, or a further search. */
export type FilterFormKind = 'home' | 'settings' | 'search';

/** The form's values: the price as typed, everything else as it is sent. */
export type FilterValues = z.input<ReturnType<typeof createFilterSchema>>;

/** What the form shows for a user; filters never saved show their defaults. */
export function toFilterValues(user: Filters): FilterValues {
  return {
    name: firstSearch.name,
    maxPrice: String(user.maxPrice ?? defaultMaxPrice),
    mileageRadius: radii.find((miles) => miles === user.mileageRadius) ?? defaultRadiusMiles,
    zipCode: user.zipCode ?? '',
    ...mapTypeFlags(({ flag }) => user[flag]),
    notificationPreference: user.notificationPreference,
    alertMails: user.alertMails,
    quietHours: user.quietHours,
    weeklySummary: user.weeklySummary,
  };
}

/** Parses whole dollars ('$45,000.50' is 45000), clamped to `limit`. */
export function cleanPrice(typed: string, limit: number): string {
  const digits = typed.replace(/\..*$/s, '').replace(/\D/g, '');
  return digits === '' ? '' : String(Math.min(Number(digits), limit));
}

export function cleanZip(typed: string): string {
  return typed.replace(/\D/g, '').slice(0, 5);
}

type InputChange = { onChange: (event: { target: HTMLInputElement }) => void };

/** A field whose text is cleaned at every keystroke, before the form reads it. */
export function cleanInput<Field extends InputChange>(field: Field, clean: (typed: string) => string): Field {
  const onChange: InputChange['onChange'] = (event) => {
    const { target } = event;
    const cleanText = clean(target.value);
    if (cleanText !== target.value) {
      const caret = clean(target.value.slice(0, target.selectionStart ?? undefined)).length;
      target.value = cleanText;
      target.setSelectionRange(caret, caret);
    }
    field.onChange(event);
  };
  return { ...field, onChange };
}

type FilterName = keyof FilterValues;

/** The names of the values that differ between `a` and `b`. */
export function findDifferences(a: FilterValues, b: FilterValues): FilterName[] {
  return (Object.keys(a) as FilterName[]).filter((name) => a[name] !== b[name]); // Object.keys loses the key type
}

export function isSameFilters(a: FilterValues, b: FilterValues): boolean {
  return findDifferences(a, b).length === 0;
}

/** The form's values once `saved` replaced `before`: edits stay, the rest follows. */
export function mergeSavedFilters(edited: FilterValues, before: FilterValues, saved: FilterValues): FilterValues {
  const edits = Object.fromEntries(findDifferences(edited, before).map((name) => [name, edited[name]] as const));
  return { ...saved, ...edits };
}

/** The form's rules on top of the contract's: every field is required, and the price is within the member's limit. */
export function createFilterSchema(limit: number) {
  const rangeMessage = `Enter a price from $0 to ${formatLimit(limit)}`;
  return filtersBody.required().extend({
    name: newSearch.shape.name,
    maxPrice: z
      .string()
      .min(1, rangeMessage)
      .transform(Number)
      .refine((price) => price <= limit, rangeMessage),
  });
}
export type FilterBody = z.infer<ReturnType<typeof createFilterSchema>>;

/** What a form neither shows nor sends: absent fields keep their value. */
const hiddenFields: Record<FilterFormKind, readonly string[]> = {
  home: ['name'],
  settings: ['name', ...homePageTypeFlags, ...deliveryFields.keyof().options],
  search: ['alertMails', 'quietHours'],
};

export function isVisibleField(name: string, kind: FilterFormKind): boolean {
  return !hiddenFields[kind].includes(name);
}

/** Whether `a` and `b` are equal in the fields that a form shows. */
export function hasVisibleDifference(a: FilterValues, b: FilterValues, kind: FilterFormKind): boolean {
  return findDifferences(a, b).some((name) => isVisibleField(name, kind));
}

/** These may be changed elsewhere, such as by a link in a mail, so they are sent only if they changed here. */
const sentOnlyWhenChanged: readonly string[] = ['alertMails', 'quietHours', 'weeklySummary'] satisfies FilterName[];

/** The fields that a form sends; `saved` is null where nothing is saved yet. */
export function pickFilterChanges(
  filters: FilterBody,
  saved: FilterValues | null,
  kind: FilterFormKind,
): Partial<FilterBody> {
  const before: Record<string, unknown> | null = saved;
  const isSent = ([name, value]: [string, unknown]) =>
    before === null || !sentOnlyWhenChanged.includes(name) || value !== before[name];
  return Object.fromEntries(Object.entries(filters).filter((field) => isVisibleField(field[0], kind) && isSent(field)));
}
