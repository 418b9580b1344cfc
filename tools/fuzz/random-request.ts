import { signDelivery, webhookSecret } from '#server/testing/deliver-webhook.ts';
import { pick } from '../bench/data/random.ts';
import type { Operation, Schema } from './api.ts';
import { createForm } from './forms.ts';
import type { KnownValues } from './known-values.ts';
import { numbers, plausible, texts } from './values.ts';

/** A number from 0 to below 1. */
export type Random = () => number;
type FuzzRequest = {
  path: string;
  init: { method: string; body?: string | FormData; headers?: Record<string, string> };
};

const maxDepth = 6;
const bodies = ['', '{', 'null', '[]', '"text"', '\uFEFF', '{"__proto__":{"isAdmin":true}}', `[${'['.repeat(5000)}`];

/** A request to an operation: most parts are of the declared type, some are not; many name records that exist. */
export function createRandomRequest(operation: Operation, known: KnownValues, random: Random): FuzzRequest {
  const values = createValues(known, random);
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const existing = random() < 0.7 ? known.ofPath(operation.path) : null;
    return toSegment(existing ?? values.field(name, {}));
  });
  const query = new URLSearchParams();
  for (const { name, in: place, schema } of operation.parameters ?? []) {
    if (place === 'query' && random() < 0.5) query.append(name, String(values.field(name, schema)));
  }
  const init = { method: operation.method.toUpperCase(), ...createBody(operation, values, random) };
  return { path: query.size > 0 ? `${path}?${query}` : path, init: signListings(operation, init) };
}

const toSegment = (given: unknown) => encodeURIComponent(String(given).toWellFormed()) || '-';

function createBody({ requestBody }: Operation, values: Values, random: Random): Omit<FuzzRequest['init'], 'method'> {
  const [[type, content] = []] = Object.entries(requestBody?.content ?? {});
  if (type === undefined) return {};
  if (type === 'multipart/form-data') return { body: createForm(pick(random, texts), random) };
  return {
    body: random() < 0.1 ? pick(random, bodies) : JSON.stringify(values.value(content?.schema)),
    headers: { 'content-type': random() < 0.05 ? 'text/plain' : 'application/json' },
  };
}

/** Deliveries of listings are read only with a signature. */
function signListings({ path }: Operation, init: FuzzRequest['init']): FuzzRequest['init'] {
  if (path !== '/api/intake/listings' || typeof init.body !== 'string') return init;
  const signature = signDelivery(webhookSecret, `fuzz-${Date.now()}`, init.body);
  return { ...init, headers: { ...init.headers, ...signature } };
}

type Values = ReturnType<typeof createValues>;

function createValues(known: KnownValues, random: Random) {
  const text = () => (random() < 0.3 ? known.ofField('id') : null) ?? pick(random, texts);
  const anything = () => pick<unknown>(random, [null, true, text(), pick(random, numbers), [], {}]);
  const value = (schema: Schema = {}, depth = 0): unknown =>
    random() < 0.05 || depth > maxDepth ? anything() : chosen(schema, depth);
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
  /** Of some fields a value is known with which the request is likely to be accepted. */
  const field = (name: string, schema: Schema, depth = 0): unknown => {
    const likely = random() < 0.6 ? (known.ofField(name) ?? plausible[name]) : undefined;
    return likely ?? value(schema, depth);
  };
  const object = ({ properties = {}, required = [] }: Schema, depth: number) =>
    Object.fromEntries(
      Object.entries(properties)
        .filter(([name]) => random() < (required.includes(name) ? 0.97 : 0.5))
        .map(([name, schema]) => [name, field(name, schema, depth + 1)]),
    );
  return { field, value };
}
