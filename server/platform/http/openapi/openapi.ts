import type * as z from 'zod';
import { describeExtraPaths } from './openapi-extra-paths.ts';
import { describeErrors, listCommonErrors } from './openapi-errors.ts';
import { toJsonContent } from './openapi-schema.ts';
import { type EndpointDetails, endpointDetails } from './openapi-endpoints.ts';
import type { Access, RouteDeclaration } from '../routing/route.ts';

const openApiPath = '/api/openapi.json';

const accessDescriptions: Record<Access, string> = {
  anyone: 'For anyone.',
  'signed-in': 'For those who are signed in.',
  admin: 'For helper admins and full admins.',
  'full-admin': 'For full admins.',
};

/** The API as an OpenAPI 3.1 document, generated from the table of routes and the paths beside it. */
export function describeApi(routes: readonly RouteDeclaration[]) {
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    const at = route.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[at] = { ...paths[at], [route.method]: describeOperation(route) };
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
    paths: { ...paths, ...describeExtraPaths() },
  };
}

function describeOperation(declared: RouteDeclaration) {
  const { path: at, method, access, body, takesFile } = declared;
  const more = endpointDetails[`${method.toUpperCase()} ${at}`] ?? {};
  const parameters = describeParameters(at, more);
  return {
    description: accessDescriptions[access],
    ...(parameters.length > 0 && { parameters }),
    ...(access !== 'anyone' && { security: [{ session: [] }] }),
    ...(body && { requestBody: { required: true, content: takesFile ? formContent : toJsonContent(body, 'input') } }),
    responses: describeResponses(declared, more),
  };
}

function describeParameters(at: string, { query = [] }: EndpointDetails) {
  const schema = { type: 'string' };
  return [
    ...[...at.matchAll(/:(\w+)/g)].map(([, name]) => ({ name, in: 'path', required: true, schema })),
    ...query.map((name) => ({ name, in: 'query', required: false, schema })),
  ];
}

function describeResponses(
  declared: RouteDeclaration,
  { response, otherStatus, query = [], errorStatuses = [], types }: EndpointDetails,
) {
  const content = describeContent(response, types);
  const done = declared.status === 204 ? { description: 'Done' } : { description: 'The answer', content };
  return {
    [declared.status]: query.includes('cursor') ? { ...done, headers: pageHeaders } : done,
    ...(otherStatus !== undefined && { [otherStatus]: done }),
    ...describeErrors([...listCommonErrors(declared, query.length > 0), ...errorStatuses]),
  };
}

const pageHeaders = {
  'X-Total-Count': { description: 'How many there are in all', schema: { type: 'integer' } },
  Link: { description: 'The next page, as rel="next"', schema: { type: 'string' } },
};

function describeContent(answer: z.ZodType | undefined, types: string[] | undefined): object {
  if (types) return Object.fromEntries(types.map((type) => [type, { schema: { type: 'string' } }]));
  return answer ? toJsonContent(answer, 'output') : { 'application/json': {} };
}

const formContent = {
  'multipart/form-data': {
    schema: { type: 'object', required: ['file'], properties: { file: { type: 'string', format: 'binary' } } },
  },
};

/** The endpoint that serves the OpenAPI document, which includes itself. */
export const openApiEndpoint = {
  method: 'get',
  path: openApiPath,
  access: 'anyone',
  status: 200,
} as const satisfies RouteDeclaration;
