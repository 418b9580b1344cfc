import type * as z from 'zod';
import { besideTable } from './openapi-beside.ts';
import { refusalsOf, usualRefusals } from './openapi-refusals.ts';
import { jsonContent } from './openapi-schema.ts';
import { type Told, told } from './openapi-told.ts';
import type { Access, Declared } from '../routing/route.ts';

const path = '/api/openapi.json';

const callers: Record<Access, string> = {
  anyone: 'For anyone.',
  'signed-in': 'For those who are signed in.',
  admin: 'For helper admins and full admins.',
  'full-admin': 'For full admins.',
};

/** The API as OpenAPI 3.1 says it, told from the table of routes and what is beside it. */
export function describeApi(routes: readonly Declared[]) {
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    const at = route.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[at] = { ...paths[at], [route.method]: operationOf(route) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Off-market scout',
      version: '1',
      description:
        'Answers are JSON. Refusals are one sentence of plain text. Any path answers 405 to a method that it lacks.',
    },
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'sid' },
        metrics: { type: 'http', scheme: 'bearer' },
      },
    },
    paths: { ...paths, ...besideTable() },
  };
}

function operationOf(declared: Declared) {
  const { path: at, method, access, body, takesFile } = declared;
  const more = told[`${method.toUpperCase()} ${at}`] ?? {};
  const parameters = parametersOf(at, more);
  return {
    description: callers[access],
    ...(parameters.length > 0 && { parameters }),
    ...(access !== 'anyone' && { security: [{ session: [] }] }),
    ...(body && { requestBody: { required: true, content: takesFile ? form : jsonContent(body, 'input') } }),
    responses: responsesOf(declared, more),
  };
}

function parametersOf(at: string, { query = [] }: Told) {
  const schema = { type: 'string' };
  return [
    ...[...at.matchAll(/:(\w+)/g)].map(([, name]) => ({ name, in: 'path', required: true, schema })),
    ...query.map((name) => ({ name, in: 'query', required: false, schema })),
  ];
}

function responsesOf(declared: Declared, { answer, also, query = [], refuses = [], types }: Told) {
  const content = contentOf(answer, types);
  const done = declared.status === 204 ? { description: 'Done' } : { description: 'The answer', content };
  return {
    [declared.status]: query.includes('cursor') ? { ...done, headers: ofPages } : done,
    ...(also !== undefined && { [also]: done }),
    ...refusalsOf([...usualRefusals(declared, query.length > 0), ...refuses]),
  };
}

const ofPages = {
  'X-Total-Count': { description: 'How many there are in all', schema: { type: 'integer' } },
  Link: { description: 'The next page, as rel="next"', schema: { type: 'string' } },
};

function contentOf(answer: z.ZodType | undefined, types: string[] | undefined): object {
  if (types) return Object.fromEntries(types.map((type) => [type, { schema: { type: 'string' } }]));
  return answer ? jsonContent(answer, 'output') : { 'application/json': {} };
}

const form = {
  'multipart/form-data': {
    schema: { type: 'object', required: ['file'], properties: { file: { type: 'string', format: 'binary' } } },
  },
};

/** The endpoint that tells of all the others, and of itself. */
export const openApi = { method: 'get', path, access: 'anyone', status: 200 } as const satisfies Declared;
