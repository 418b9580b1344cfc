import { pick as pickFrom } from '../bench/data/random.ts';
import type { Operation, Schema } from './api.ts';

/** A number from 0 to below 1. */
export type Random = () => number;
type FuzzRequest = { path: string; init: RequestInit };

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
const jsonType = 'application/json';

/** A request to an operation: most parts are of the declared type, some are not. `ids` are of records that exist. */
export function createRandomRequest(operation: Operation, ids: string[], random: Random): FuzzRequest {
  const pick = <T>(list: readonly T[]) => pickFrom(random, list);
  const text = () => (random() < 0.3 ? pick(ids) : pick(texts));

  const value = (schema: Schema = {}, depth = 0): unknown => {
    if (random() < 0.1 || depth > maxDepth) return pick<unknown>([null, true, text(), pick(numbers), [], {}]);
    if (schema.anyOf) return value(pick(schema.anyOf), depth + 1);
    if (schema.const !== undefined) return schema.const;
    if (schema.enum) return pick(schema.enum);
    const type = Array.isArray(schema.type) ? pick(schema.type) : schema.type;
    if (type === 'object') return object(schema, depth);
    if (type === 'array') return Array.from({ length: Math.floor(random() * 4) }, () => value(schema.items, depth + 1));
    if (type === 'number' || type === 'integer') return pick(numbers);
    if (type === 'boolean') return random() < 0.5;
    return text();
  };
  const object = ({ properties = {} }: Schema, depth: number) =>
    Object.fromEntries(
      Object.entries(properties)
        .filter(() => random() < 0.8)
        .map(([name, schema]) => [name, value(schema, depth + 1)]),
    );

  const toSegment = (given: string) => encodeURIComponent(given.toWellFormed()) || '-';
  const path = operation.path.replaceAll(/\{\w+\}/g, () => toSegment(random() < 0.7 ? pick(ids) : text()));
  const query = new URLSearchParams();
  for (const { name, in: place, schema } of operation.parameters ?? []) {
    if (place === 'query' && random() < 0.5) query.append(name, String(value(schema)));
  }
  const init: RequestInit = { method: operation.method.toUpperCase(), headers: {} };
  const [[type, content] = []] = Object.entries(operation.requestBody?.content ?? {});
  if (type === 'multipart/form-data') init.body = createForm(pick(texts), random);
  else if (type !== undefined) {
    init.body = random() < 0.1 ? pick(bodies) : JSON.stringify(value(content?.schema));
    init.headers = { 'content-type': random() < 0.05 ? 'text/plain' : jsonType };
  }
  return { path: query.size > 0 ? `${path}?${query}` : path, init };
}

function createForm(text: string, random: Random): FormData {
  const form = new FormData();
  const name = random() < 0.5 ? 'users.csv' : 'users.xlsx';
  form.set(random() < 0.9 ? 'file' : 'other', new File([`Email,Zip Code\n${text},48204\n`], name));
  return form;
}
