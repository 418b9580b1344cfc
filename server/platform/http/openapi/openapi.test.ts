import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiRoutes } from '#server/app/routes.ts';
import { type TestServer, startTestServer } from '#server/testing/test-server.ts';
import { describeApi } from './openapi.ts';
import { endpointDetails } from './openapi-endpoints.ts';

type Operation = {
  description: string;
  responses: Record<string, object>;
  parameters?: { name: string }[];
  requestBody?: object;
};
type Described = { paths: Record<string, Record<string, Operation>> };

let product: TestServer;
let described: Described['paths'];

beforeAll(async () => {
  product = await startTestServer();
  ({ paths: described } = JSON.parse((await product.newClient().get('/api/openapi.json')).text) as Described);
});
afterAll(() => product.stop());

describe('the OpenAPI document', () => {
  it('The OpenAPI document has every endpoint of the table of routes, and no others', () => {
    const routes = createApiRoutes(product.services, product);
    for (const { method, path, status } of routes)
      expect(described[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method]?.responses).toHaveProperty(String(status));
    const known = routes.map(({ method, path }) => `${method.toUpperCase()} ${path}`);
    expect(Object.keys(endpointDetails).filter((name) => !known.includes(name))).toEqual([]);
  });

  it.each([
    ['/api/intake/listings', 'post', ['202', '400', '401', '403', '404', '409', '413', '415', '503']],
    ['/api/intake/email', 'post', ['202', '400', '401', '403', '404', '409', '413', '415', '503']],
    ['/api/webhooks/payments', 'post', ['200', '400', '401', '403', '404', '413', '503']],
    ['/healthz', 'get', ['200']],
    ['/readyz', 'get', ['200', '503']],
    ['/metrics', 'get', ['200', '401']],
    ['/api/openapi.json', 'get', ['200', '503']],
    ['/api/user', 'get', ['200', '401', '429', '503']],
    ['/api/register', 'post', ['201', '400', '403', '409', '413', '415', '429', '503']],
    ['/api/logout', 'post', ['204', '403', '503']],
    [
      '/api/admin/users/{id}/membership',
      'patch',
      ['200', '400', '401', '403', '404', '409', '413', '415', '429', '503'],
    ],
    ['/api/admin/users', 'get', ['200', '400', '401', '403', '429', '503']],
    ['/api/admin/listings', 'post', ['201', '202', '400', '401', '403', '409', '413', '415', '429', '503']],
  ])('The OpenAPI document lists the statuses of %s %s', (path, method, statuses) => {
    expect(Object.keys(described[path]?.[method]?.responses ?? {})).toEqual(statuses);
  });

  it('The OpenAPI document describes errors as sentences, and the Retry-After header', () => {
    const responses = described['/api/user']?.['get']?.responses;
    expect(responses?.['401']).toMatchObject({ content: { 'text/plain': { schema: { type: 'string' } } } });
    expect(responses?.['503']).toHaveProperty('headers.Retry-After');
  });

  it('The OpenAPI document describes the input and output of an endpoint, and who may call it', () => {
    expect(described['/api/admin/users/{id}/membership']?.['patch']).toMatchObject({
      description: 'For full admins.',
      parameters: [{ name: 'id', in: 'path', required: true }],
      security: [{ session: [] }],
      requestBody: {
        content: { 'application/json': { schema: { required: ['status'] } } },
      },
      responses: { 200: { content: { 'application/json': { schema: { properties: { membershipStatus: {} } } } } } },
    });
    expect(described['/api/admin/users']?.['get']).toMatchObject({
      parameters: ['limit', 'cursor', 'sort', 'q', 'ids'].map((name) => ({ name, in: 'query' })),
      responses: { 200: { headers: { 'X-Total-Count': {}, Link: {} } } },
    });
    expect(described['/api/intake/listings']?.['post']?.requestBody).toHaveProperty(
      'content.application/json.schema.properties.listings.maxItems',
      500,
    );
  });

  it('The OpenAPI document contains no reference outside itself', () => {
    expect(JSON.stringify(described)).not.toContain('$ref');
  });

  it('The OpenAPI document omits what it does not know of a route', () => {
    const { paths } = describeApi([{ method: 'get', path: '/api/barn', access: 'anyone', status: 200 }]);
    expect(paths['/api/barn']).toMatchObject({
      get: { description: 'For anyone.', responses: { 200: { content: { 'application/json': {} } } } },
    });
  });
});
