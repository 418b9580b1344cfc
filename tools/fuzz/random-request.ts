import { pick } from '../bench/data/random.ts';
import type { Operation, Schema } from './api.ts';

/** A number from 0 to below 1. */
export type Random = () => number;
type FuzzRequest = {
  path: string;
  init: { method: string; body?: string | FormData; headers?: Record<string, string> };
};

const maxDepth = 4;
const texts = [
  '',
  ' ',
  '0',
  '-1',
  '48204',
  '1e309',
  'null',
  '\u0000',
  '\u202Eabc',
  '\uD800',
  '😀',
  "' OR 1=1 --",
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '%00%ff',
  '__proto__',
  'ann@example.com',
  'https://example.com/1',
  'javascript:alert(1)',
  '2026-02-30',
  '2026-03-01T12:00:00Z',
  '{"$gt":""}',
  'x'.repeat(5000),
];
const numbers = [0, -1, 1, 1.5, 25, 100_000, 1e21, Number.MAX_SAFE_INTEGER, -0];
const bodies = ['', '{', 'null', '[]', '"text"', '\uFEFF', '{"__proto__":{"isAdmin":true}}', `[${'['.repeat(5000)}`];

/** A request to an operation: most parts are of the declared type, some are not. `ids` are of records that exist. */
export function createRandomRequest(operation: Operation, ids: string[], random: Random): FuzzRequest {
  const values = createValues(ids, random);
  const path = operation.path.replaceAll(/\{\w+\}/g, () => toSegment(values.text(0.7)));
  const query = new URLSearchParams();
  for (const { name, in: place, schema } of operation.parameters ?? []) {
    if (place === 'query' && random() < 0.5) query.append(name, String(values.value(schema)));
  }
  const init = { method: operation.method.toUpperCase(), ...createBody(operation, values, random) };
  return { path: query.size > 0 ? `${path}?${query}` : path, init };
}

const toSegment = (given: string) => encodeURIComponent(given.toWellFormed()) || '-';

function createBody({ requestBody }: Operation, values: Values, random: Random): Omit<FuzzRequest['init'], 'method'> {
  const [[type, content] = []] = Object.entries(requestBody?.content ?? {});
  if (type === undefined) return {};
  if (type === 'multipart/form-data') return { body: createForm(pick(random, texts), random) };
  return {
    body: random() < 0.1 ? pick(random, bodies) : JSON.stringify(values.value(content?.schema)),
    headers: { 'content-type': random() < 0.05 ? 'text/plain' : 'application/json' },
  };
}

type Values = ReturnType<typeof createValues>;

function createValues(ids: string[], random: Random) {
  const text = (idShare = 0.3) => pick(random, random() < idShare ? ids : texts);
  const anything = () => pick<unknown>(random, [null, true, text(), pick(random, numbers), [], {}]);
  const value = (schema: Schema = {}, depth = 0): unknown =>
    random() < 0.1 || depth > maxDepth ? anything() : chosen(schema, depth);
  const chosen = (schema: Schema, depth: number): unknown => {
    if (schema.anyOf) return value(pick(random, schema.anyOf), depth + 1);
    if (schema.const !== undefined) return schema.const;
    return schema.enum ? pick(random, schema.enum) : typed(schema, depth);
  };
  const typed = (schema: Schema, depth: number): unknown => {
    const [type = 'string'] = Array.isArray(schema.type) ? [pick(random, schema.type)] : [schema.type];
    const makers: Partial<Record<string, () => unknown>> = {
      object: () => object(schema, depth),
      array: () => Array.from({ length: Math.floor(random() * 4) }, () => value(schema.items, depth + 1)),
      number: () => pick(random, numbers),
      integer: () => pick(random, numbers),
      boolean: () => random() < 0.5,
    };
    return (makers[type] ?? text)();
  };
  const object = ({ properties = {} }: Schema, depth: number) =>
    Object.fromEntries(
      Object.entries(properties)
        .filter(() => random() < 0.8)
        .map(([name, schema]) => [name, value(schema, depth + 1)]),
    );
  return { text, value };
}

function createForm(text: string, random: Random): FormData {
  const form = new FormData();
  const name = random() < 0.5 ? 'users.csv' : 'users.xlsx';
  form.set(random() < 0.9 ? 'file' : 'other', new File([`Email,Zip Code\n${text},48204\n`], name));
  return form;
}
