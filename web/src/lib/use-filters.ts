import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

type Search = Record<string, unknown>;
/** The parameters to set, as texts or parsed; undefined and '' remove one. */
export type AddressChanges<F> = Partial<Record<keyof F, unknown>>;
type Changes<F> = AddressChanges<F> | ((latest: F) => AddressChanges<F>);
export type ChangeFilters<F> = (changes: Changes<F>) => void;

/**
 * The filters that `parse` reads from the page's address, and how to change some of them. A change starts from the
 * latest address: a change before it may not be shown yet.
 */
export function useFilters<F extends object>(parse: (search: Search) => F, toSearch: (filters: F) => object = keep) {
  const address = useSearch({ strict: false });
  const navigate = useNavigate();
  const change = useCallback(
    (changes: Changes<F>, replace = true) => {
      const search = (latest: Search) => toSearch(parse({ ...latest, ...resolveChanges(changes, parse(latest)) }));
      void navigate({ to: '.', search, replace, resetScroll: false });
    },
    [navigate, parse, toSearch],
  );
  return [parse(address), change] as const;
}

/** What is to be set, where the filters are `latest`. */
export function resolveChanges<F>(changes: Changes<F>, latest: F): AddressChanges<F> {
  return typeof changes === 'function' ? changes(latest) : changes;
}

/** Gives a field the value of a filter, and what changes it. */
export const bindFilters =
  <F extends object>(filters: F, change: (name: keyof F, value: string) => void) =>
  <Name extends keyof F>(name: Name) => ({
    value: filters[name],
    onChange: (value: string) => change(name, value),
  });

/** The changes that remove these filters. */
export function removeAll<F extends object>(filters: F): AddressChanges<F> {
  return Object.fromEntries(Object.keys(filters).map((name) => [name, undefined])) as AddressChanges<F>;
}

const keep = <F>(filters: F) => filters;
