import Stripe from 'stripe';
import { createOffer, renderMime, renderOffer } from '#server/modules/intake/email/testing/mail-fixture.ts';
import { createPaymentEvents, serializeEvent } from '#server/modules/payments/testing/payment-events.ts';
import { signDelivery, webhookSecret } from '#server/testing/deliver-webhook.ts';
import { pick, type Random } from '../bench/data/random.ts';
import type { Operation, Schema } from './api.ts';
import { createForm } from './forms.ts';
import { paymentSecret } from './surroundings.ts';
import type { KnownValues } from './known-values.ts';
import { numbers, plausible, texts } from './values.ts';

type FuzzRequest = {
  path: string;
  init: { method: string; body?: string | FormData; headers?: Record<string, string> };
};

const paymentPath = '/api/webhooks/payments';
const jsonType = { 'content-type': 'application/json' };
const maxDepth = 6;
const bodies = ['', '{', 'null', '[]', '"text"', '\uFEFF', '{"__proto__":{"isAdmin":true}}', `[${'['.repeat(5000)}`];

/** A request to an operation: most parts are of the declared type, some are not; many name records that exist. */
export function createRandomRequest(operation: Operation, knownValues: KnownValues, random: Random): FuzzRequest {
  const values = createValues(knownValues, random);
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const schema = operation.parameters?.find((parameter) => parameter.name === name)?.schema ?? {};
    if (schema.enum) return toSegment(values.value(schema));
    const existing = random() < 0.7 ? knownValues.ofPath(operation.path) : null;
    return toSegment(existing ?? values.field(name, schema));
  });
  const query = new URLSearchParams();
  for (const { name, in: place, schema, required } of operation.parameters ?? []) {
    if (place === 'query' && random() < (required ? 0.97 : 0.3)) query.append(name, String(values.field(name, schema)));
  }
  const { headers, ...body } = createBody(operation, values, random);
  const init = { method: operation.method.toUpperCase(), ...body, headers: { ...headers, ...createHeaders(random) } };
  return { path: query.size > 0 ? `${path}?${query}` : path, init: signBody(operation, init) };
}

/** What any request may carry. */
function createHeaders(random: Random): Record<string, string> {
  return {
    ...(random() < 0.1 && { 'idempotency-key': pick(random, ['', 'key', 'k'.repeat(201)]) }),
    ...(random() < 0.2 && { accept: pick(random, ['application/problem+json', 'text/html', '*/*;q=0.1']) }),
  };
}

const toSegment = (segment: unknown) => encodeURIComponent(String(segment).toWellFormed()) || '-';

type Body = Omit<FuzzRequest['init'], 'method'>;

function createBody({ path, requestBody }: Operation, values: Values, random: Random): Body {
  const [[type, content] = []] = Object.entries(requestBody?.content ?? {});
  if (type === undefined) return {};
  if (type === 'message/rfc822') return { body: createMail(random), headers: { 'content-type': type } };
  if (type === 'multipart/form-data') return { body: createForm(pick(random, texts), random) };
  return path === paymentPath && random() < 0.5
    ? { body: createPayment(values), headers: jsonType }
    : createJsonBody(content?.schema, values, random);
}

function createJsonBody(schema: Schema | undefined, values: Values, random: Random): Body {
  return {
    body: random() < 0.1 ? pick(random, bodies) : JSON.stringify(values.value(schema)),
    headers: random() < 0.05 ? { 'content-type': 'text/plain' } : jsonType,
  };
}

function createPayment(values: Values): string {
  return serializeEvent(createPaymentEvents(String(values.field('userId', {}))).bought());
}

function createMail(random: Random): string {
  return random() < 0.5
    ? renderMime(renderOffer(createOffer()))
    : renderMime(pick(random, texts), { type: 'text/plain' });
}

/** Deliveries by machines are read only with a signature. */
function signBody({ path }: Operation, init: FuzzRequest['init']): FuzzRequest['init'] {
  const { body } = init;
  if (typeof body !== 'string') return init;
  const signature = path.startsWith('/api/intake/')
    ? signDelivery(webhookSecret, `fuzz-${Date.now()}`, body)
    : path === paymentPath
      ? { 'stripe-signature': Stripe.webhooks.generateTestHeaderString({ payload: body, secret: paymentSecret }) }
      : {};
  return { ...init, headers: { ...init.headers, ...signature } };
}

type Values = ReturnType<typeof createValues>;

function createValues(knownValues: KnownValues, random: Random) {
  const text = () => (random() < 0.3 ? knownValues.ofField('id') : null) ?? pick(random, texts);
  const anything = () => pick<unknown>(random, [null, true, text(), pick(random, numbers), [], {}]);
  const value = (schema: Schema = {}, depth = 0): unknown =>
    random() < 0.05 || depth > maxDepth ? anything() : createChosen(schema, depth);
  const createChosen = (schema: Schema, depth: number): unknown => {
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
    const likely = random() < 0.6 ? (knownValues.ofField(name) ?? plausible[name]) : undefined;
    if (likely !== undefined) return schema.type === 'integer' ? Number(likely) : likely;
    return value(schema, depth);
  };
  const object = ({ properties = {}, required = [] }: Schema, depth: number) =>
    Object.fromEntries(
      Object.entries(properties)
        .filter(([name]) => random() < (required.includes(name) ? 0.97 : 0.5))
        .map(([name, schema]) => [name, field(name, schema, depth + 1)]),
    );
  return { field, value };
}
