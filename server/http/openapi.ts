import * as z from 'zod';
import type { Access, Declared } from './route.ts';

const path = '/api/openapi.json';

const callers: Record<Access, string> = {
  anyone: 'For anyone.',
  'signed-in': 'For those who are signed in.',
  admin: 'For helper admins and full admins.',
  'full-admin': 'For full admins.',
};

/** The API as OpenAPI 3.1 says it, told from the table of routes. */
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
      description: 'Answers are JSON. Refusals are one sentence of plain text.',
    },
    components: { securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'sid' } } },
    paths,
  };
}

function operationOf({ path: at, access, body, takesFile, status }: Declared) {
  const parameters = [...at.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  return {
    description: callers[access],
    ...(parameters.length > 0 && { parameters }),
    ...(access !== 'anyone' && { security: [{ session: [] }] }),
    ...(body && { requestBody: { required: true, content: takesFile ? form : jsonOf(body) } }),
    responses: {
      [status]: { description: status === 204 ? 'Done' : 'The answer' },
      default: { description: 'Refused, with a sentence', content: { 'text/plain': {} } },
    },
  };
}

const form = {
  'multipart/form-data': {
    schema: { type: 'object', required: ['file'], properties: { file: { type: 'string', format: 'binary' } } },
  },
};

function jsonOf(body: z.ZodType) {
  return { 'application/json': { schema: z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) } };
}

/** The endpoint that tells of all the others, and of itself. */
export const openApi = { method: 'get', path, access: 'anyone', status: 200 } as const satisfies Declared;
