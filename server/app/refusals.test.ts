import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { intakeEndpoints } from '#domain/listing/contract.ts';
import type { Endpoint } from '#domain/shared/endpoint.contract.ts';
import { toErrorResponse } from '#server/platform/http/middleware/http-error.ts';
import { parseInput } from '#server/platform/http/routing/body/parse-input.ts';
import { setUpAdmin, setUpServer } from '#server/testing/set-up-server.ts';
import { createApiRoutes } from './routes.ts';

type JsonSchema = { properties?: Record<string, JsonSchema>; items?: JsonSchema; anyOf?: JsonSchema[] };
type Path = (string | number)[];

const product = setUpServer();
const root = setUpAdmin(product);

const wrongValues: unknown[] = [
  ...[undefined, null, true, 7, -1, 1.5, 1e12, '', ' ', 'x', '\u0000', 'x'.repeat(30_000)],
  ...[[], [1], ['x'], [{}], {}, { x: 1 }],
];

function* listPaths({ properties = {}, items, anyOf = [] }: JsonSchema, at: Path = []): Generator<Path> {
  if (at.length > 0) yield at;
  for (const [name, one] of Object.entries(properties)) yield* listPaths(one, [...at, name]);
  if (items) yield* listPaths(items, [...at, 0]);
  for (const one of anyOf) yield* listPaths(one, at);
}

function placeValue([head, ...rest]: Path, value: unknown): unknown {
  if (head === undefined) return value;
  return typeof head === 'number' ? [placeValue(rest, value)] : { [head]: placeValue(rest, value) };
}

/** What each part of a request to an endpoint is refused with, for many wrong values of each of its fields. */
function listRefusals(endpoint: Endpoint): { at: string; field: string; text: string }[] {
  const parts = [endpoint.params, endpoint.query, endpoint.body].filter((schema) => schema !== undefined);
  return parts.flatMap((schema) => {
    const described = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema; // as it says
    const paths = [[], ...listPaths(described)];
    return paths
      .flatMap((path) => wrongValues.map((value) => placeValue(path, value)))
      .flatMap((input) => {
        try {
          parseInput(schema, input);
          return [];
        } catch (error) {
          const issues = error instanceof z.ZodError ? error.issues : [];
          return issues.map((issue) => {
            const { text = '' } = toErrorResponse(new z.ZodError([issue])) ?? {};
            return {
              at: endpoint.operationId,
              field: issue.path.findLast((one) => typeof one === 'string') ?? '',
              text,
            };
          });
        }
      });
  });
}

/** Sentences whose words differ from the name of their field. */
const namedOtherwise: Record<string, RegExp> = {
  consent: /^Consent is required: check the box/,
  currentPassword: /^(Current p|P)assword /,
  email: /^(Invalid email address|Email )/,
  expected: /^expected/,
  imageUrl: /(imageUrl|Picture link) /,
  listings: /^(listings must be a list|At most 500 listings at once)$/,
  maxPrice: /^(maxPrice|Max price) must be /,
  memberSince: /^Member since must be /,
  message: /^(Message|An announcement) must be /,
  mileageRadius: /^Choose a mileage radius from the list/,
  newPassword: /^Password must be /,
  notificationPreference: /^Notification preference must be /,
  propertyType: /^(Type|propertyType) /,
  recentListings: /^(recentListings|A listing needs a title or a link)/,
  shareContact: /^Sharing your contact must be /,
  text: /^(Enter a note|A note must be )/,
  type: /^(type|propertyType) must be /,
  url: /^(Enter the https:\/\/ address of your server|The address must be )/,
  zipCode: /^(zipCode|ZIP code|Incorrect ZIP code format, must be 5 numbers)/,
};
const wanted = /\b(must|is required|is needed|are limited to|At most|needs|Choose|Enter|Say|Invalid email address)\b/;

it('Every field of every endpoint is refused with a sentence that names it and says what it must be', () => {
  const routes: Endpoint[] = createApiRoutes(product.services);
  const refusals = [...routes, ...Object.values<Endpoint>(intakeEndpoints)].flatMap(listRefusals);
  const isClear = ({ field, text }: { field: string; text: string }) =>
    wanted.test(text) &&
    !/Invalid (input|option|string)|expected (string|number|one)|\[object/.test(text) &&
    (field === '' || (namedOtherwise[field] ?? new RegExp(`\\b${field}\\b`, 'i')).test(text));
  const unclear = refusals.filter((one) => !isClear(one)).map(({ at, field, text }) => `${at} ${field}: ${text}`);
  expect([...new Set(unclear)]).toEqual([]);
  expect(new Set(refusals.map(({ text }) => text)).size).toBeGreaterThan(150);
});

describe('a request that cannot be read', () => {
  const json = { 'content-type': 'application/json' };

  it.each<[string, number, [body: string, headers: Record<string, string>, text: string]]>([
    ['a list instead of an object', 400, ['[]', json, 'The body must be a JSON object']],
    ['null', 400, ['null', json, 'The body must be a JSON object']],
    ['nothing', 400, ['', json, 'The body must be a JSON object']],
    ['half of JSON', 400, ['{"isOn":', json, 'The body is not valid JSON']],
    ['text', 415, ['{}', { 'content-type': 'text/plain' }, 'The body must be JSON, sent as application/json']],
    [
      'JSON that is not compressed as it says',
      400,
      [
        '{}',
        { ...json, 'content-encoding': 'gzip' },
        'The request could not be read: its body must be complete, and compressed as Content-Encoding says',
      ],
    ],
  ])('A body of %s is refused with status %i and what it must be', async (_title, status, [body, headers, text]) => {
    const answer = await root.send('PATCH', '/api/first-minute', { body, headers });
    expect([answer.status, answer.text]).toEqual([status, text]);
  });

  it('A path or a query that is not known is refused with what it must be', async () => {
    const post = await root.post('/api/channels/pigeon/test');
    expect([post.status, post.text]).toEqual([400, 'channel must be one of mail, push, telegram, webhook']);
    const get = await root.get('/api/admin/users?sort=password');
    expect([get.status, get.text]).toEqual([400, expect.stringMatching(/^sort must be one of email, .* descending$/)]);
  });
});
