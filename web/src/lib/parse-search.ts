import type * as z from 'zod';

type Shape = Record<string, z.ZodType>;
type Parsed<S extends Shape> = Partial<{ [Name in keyof S]: z.output<S[Name]> }>;

/** Reads parameters of an address by their schemas; invalid, empty and other ones are left out. */
export function parseSearch<S extends Shape>(shape: S, search: Record<string, unknown>): Parsed<S> {
  const entries = Object.entries(shape).flatMap(([name, schema]) => {
    const parameter = search[name];
    if (parameter === undefined) return [];
    // The router parses a text of digits as a number.
    const { data } = schema.safeParse(typeof parameter === 'number' ? String(parameter) : parameter);
    return data === undefined || data === '' ? [] : [[name, data] as const];
  });
  return Object.fromEntries(entries) as Parsed<S>; // each value is of its own schema
}
