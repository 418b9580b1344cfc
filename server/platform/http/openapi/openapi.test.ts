import { beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '#domain/shared/endpoint.contract.ts';
import { intakeEndpoints } from '#domain/listing/contract.ts';
import { paymentEndpoints } from '#domain/subscription/checkout.contract.ts';
import { healthEndpoints } from '../health.contract.ts';
import { createApiRoutes } from '#server/app/routes.ts';
import { setUpServer } from '#server/testing/set-up-server.ts';

type Operation = {
  operationId: string;
  description: string;
  responses: Record<string, object>;
  parameters?: { name: string }[];
  requestBody?: { required: boolean };
};
type Described = { paths: Record<string, Record<string, Operation>> };

const toPattern = (path: string) => path.replaceAll(/:(\w+)/g, '{$1}');

const product = setUpServer();
let described: Described['paths'];
beforeAll(async () => {
  ({ paths: described } = JSON.parse((await product.newClient().get('/api/openapi.json')).text) as Described);
});

describe('the OpenAPI document', () => {
  it('The OpenAPI document has every endpoint of the table of routes, and no others', () => {
    const routes = createApiRoutes(product.services);
    for (const { method, path, status = 200 } of routes)
      expect(described[toPattern(path)]?.[method]?.responses).toHaveProperty(String(status));
    const machinePaths = Object.keys(described).filter((path) => !routes.some((one) => toPattern(one.path) === path));
    expect(machinePaths.sort()).toEqual([
      '/api/intake/email',
      '/api/intake/listings',
      '/api/webhooks/payments',
      '/healthz',
      '/metrics',
      '/readyz',
    ]);
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
    ['/api/listings/{id}', 'get', ['200', '400', '401', '404', '429', '503']],
    ['/api/register', 'post', ['201', '400', '403', '409', '413', '415', '422', '429', '503']],
    ['/api/logout', 'post', ['204', '400', '403', '413', '422', '503']],
    [
      '/api/admin/users/{id}/membership',
      'patch',
      ['200', '400', '401', '403', '404', '409', '413', '415', '422', '429', '503'],
    ],
    ['/api/admin/users', 'get', ['200', '400', '401', '403', '429', '503']],
    [
      '/api/admin/listings',
      'post',
      ['200', '201', '202', '400', '401', '403', '409', '413', '415', '422', '429', '503'],
    ],
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
      operationId: 'changeMembership',
      tags: ['Users'],
      parameters: [
        { name: 'id', in: 'path', required: true },
        { name: 'Idempotency-Key', in: 'header', required: false },
      ],
      security: [{ session: [] }],
      requestBody: {
        content: { 'application/json': { schema: { required: ['status'] } } },
      },
      responses: { 200: { content: { 'application/json': { schema: { properties: { membershipStatus: {} } } } } } },
    });
    expect(described['/api/admin/users']?.['get']).toMatchObject({
      parameters: [
        { name: 'limit', in: 'query', required: false, schema: { type: 'integer', minimum: 1, maximum: 1000 } },
        ...['cursor', 'sort', 'q', 'ids'].map((name) => ({ name, in: 'query', schema: { type: 'string' } })),
        ...['membership', 'role', 'request', 'notification', 'zip', 'bounced', 'type'].map((name) => ({
          name,
          in: 'query',
        })),
      ],
      responses: { 200: { headers: { 'X-Total-Count': {}, Link: {} } } },
    });
    expect(described['/api/intake/listings']?.['post']?.requestBody).toHaveProperty(
      'content.application/json.schema.properties.listings.maxItems',
      500,
    );
  });

  it('The OpenAPI document says of every operation who may call it, before what else there is to say', () => {
    const routes: Endpoint[] = createApiRoutes(product.services);
    const machines = [intakeEndpoints, paymentEndpoints, healthEndpoints].flatMap((group) =>
      Object.values<Endpoint>(group),
    );
    const sentences = {
      anyone: 'For anyone.',
      'signed-in': 'For those who are signed in.',
      admin: 'For helper admins and full admins.',
      'full-admin': 'For full admins.',
      machine: 'For machines.',
    };
    const said = Object.entries(described).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { description }]) => `${method} ${path}: ${description}`),
    );
    const declared = [...routes, ...machines].map(({ method, path, access, description }) =>
      [`${method} ${toPattern(path)}: ${sentences[access]}`, ...(description === undefined ? [] : [description])].join(
        ' ',
      ),
    );
    expect(said.sort()).toEqual([...new Set(declared)].sort());
    expect(declared.filter((line) => line.split('. ').length > 1).length).toBeGreaterThan(3);
  });

  it('The OpenAPI document contains no reference outside itself', () => {
    expect(JSON.stringify(described)).not.toContain('$ref');
  });

  it('The OpenAPI document names every operation once, and says which bodies may be absent', () => {
    const operations = Object.values(described).flatMap((methods) => Object.values(methods));
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const optional = operations.filter(({ requestBody }) => requestBody?.required === false);
    expect(optional.map(({ operationId }) => operationId).sort()).toEqual(['changeHigherLimit', 'trackVisit']);
  });

  it('The OpenAPI document types query and path parameters', () => {
    expect(described['/api/admin/visitors/by-week/{offset}']?.['get']?.parameters).toEqual([
      { name: 'offset', in: 'path', required: true, schema: { type: 'integer', minimum: 0, maximum: 11 } },
    ]);
    expect(described['/api/admin/listings']?.['post']?.parameters?.[0]).toEqual({
      name: 'dryRun',
      in: 'query',
      required: false,
      schema: { type: 'boolean' },
    });
  });

  it('The OpenAPI document has no content for an answer of status 204', () => {
    expect(described['/api/admin/history/members/{id}']?.['delete']?.responses['204']).toEqual({ description: 'Done' });
  });
});
