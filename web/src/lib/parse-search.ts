import type * as z from 'zod';

type Shape = Record<string, z.ZodType>;
type Parsed<S extends Shape> = Partial<{ [Name in keyof S]: z.output<S[Name]> }>;

/** Reads parameters of an address by their schemas; invalid, empty and other ones are left out. */
export function parseSearch<S extends Shape>(shape: S, search: Record<string, unknown>): Parsed<S> {
  const found = Object.entries(shape).flatMap(([name, schema]) => {
    const given = search[name];
    if (given === undefined) return [];
    // The router parses a text of digits as a number.
    const { data } = schema.safeParse(typeof given === 'number' ? String(given) : given);
    return data === undefined || data === '' ? [] : [[name, data] as const];
  });
  return Object.fromEntries(found) as Parsed<S>; // each value is of its own schema
}
