import * as z from 'zod';
import { compact } from '#domain/shared/compact.contract.ts';
import { type Access, defineEndpoints, type Endpoint, multipartForm } from '#domain/shared/endpoint.contract.ts';
import { describeErrors } from './openapi-errors.ts';
import { toJsonSchema } from './openapi-schema.ts';

const accessDescriptions: Record<Access, string> = {
  anyone: 'For anyone.',
  'signed-in': 'For those who are signed in.',
  admin: 'For helper admins and full admins.',
  'full-admin': 'For full admins.',
  machine: 'For machines.',
};
const text = { type: 'string' };

/** The API as an OpenAPI 3.1 document, generated from the declarations of its endpoints. */
export function describeApi(endpoints: readonly Endpoint[], cookieName: string) {
  const paths: Record<string, Record<string, object>> = {};
  for (const endpoint of endpoints) {
    const at = endpoint.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[at] = { ...paths[at], [endpoint.method]: describeOperation(endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Off-market scout',
      version: '1',
      description:
        'Answers are JSON. Refusals are one sentence of plain text, or problem+json (RFC 9457) where Accept asks for it. Any path answers 405 to a method that it lacks.',
    },
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: cookieName },
        metrics: { type: 'http', scheme: 'bearer' },
      },
    },
    paths,
  };
}

function describeOperation(endpoint: Endpoint) {
  const { tag, operationId, access, description, path } = endpoint;
  const parameters = describeParameters(endpoint);
  const isSession = access !== 'anyone' && access !== 'machine';
  return {
    operationId,
    tags: [tag],
    description: compact([accessDescriptions[access], description]).join(' '),
    ...(parameters.length > 0 && { parameters }),
    ...(isSession && { security: [{ session: [] }] }),
    ...(path === '/metrics' && { security: [{}, { metrics: [] }] }),
    ...describeBody(endpoint),
    responses: { ...describeResponses(endpoint), ...describeErrors(endpoint) },
  };
}

function describeParameters({ path, params, query, headers = [], method, access }: Endpoint) {
  const types = params && toJsonSchema(params, 'input').properties;
  const queryTypes = query ? toJsonSchema(query, 'input') : {};
  const keySchema = { ...text, maxLength: 200 };
  return compact([
    ...[...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
      name,
      in: 'path',
      required: true,
      schema: types?.[name] ?? text,
    })),
    ...Object.entries(queryTypes.properties ?? {}).map(([name, schema]) => ({
      name,
      in: 'query',
      required: queryTypes.required?.includes(name) ?? false,
      schema,
    })),
    ...headers.map((name) => ({ name, in: 'header', required: true, schema: text })),
    method !== 'get' &&
      access !== 'machine' && { name: 'Idempotency-Key', in: 'header', required: false, schema: keySchema },
  ]);
}

function describeBody({ body, bodyType = 'application/json' }: Endpoint) {
  if (bodyType === multipartForm) return { requestBody: { required: true, content: { [multipartForm]: fileForm } } };
  if (!body) return {};
  const required = !body.safeParse(undefined).success;
  return { requestBody: { required, content: { [bodyType]: { schema: toJsonSchema(body, 'input') } } } };
}

const fileForm = {
  schema: { type: 'object', required: ['file'], properties: { file: { type: 'string', format: 'binary' } } },
};

function describeResponses({ status = 200, response, responseTypes, otherResponses = {}, query }: Endpoint) {
  const isPaged = query !== undefined && 'cursor' in query.shape;
  const description = 'The answer';
  const describeJson = (schema: z.ZodType) => ({
    description,
    ...(isPaged && { headers: pageHeaders }),
    content: { 'application/json': { schema: toJsonSchema(schema, 'output') } },
  });
  const texts = responseTypes?.map((type) => [type, { schema: text }] as const);
  const textResponse = texts ? { description, content: Object.fromEntries(texts) } : { description: 'Done' };
  const others = Object.entries(otherResponses).map(([code, schema]) => [code, describeJson(schema)] as const);
  return { [status]: response ? describeJson(response) : textResponse, ...Object.fromEntries(others) };
}

const pageHeaders = {
  'X-Total-Count': { description: 'How many there are in all', schema: { type: 'integer' } },
  Link: { description: 'The next page, as rel="next"', schema: text },
};

/** The endpoint that serves the OpenAPI document, which includes itself. */
export const openApiEndpoints = defineEndpoints('Operations', {
  getApiDescription: {
    method: 'get',
    path: '/api/openapi.json',
    access: 'anyone',
    response: z.looseObject({ openapi: z.string() }),
  },
});
