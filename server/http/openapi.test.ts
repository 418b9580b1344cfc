import { expect, it } from 'vitest';
import { membershipBody } from '#domain/user/contract.ts';
import { describeApi } from './openapi.ts';

it('tells of every route: its path, who may call it, what it takes and answers', () => {
  const { paths } = describeApi([
    {
      method: 'patch',
      path: '/api/admin/users/:id/membership',
      access: 'full-admin',
      status: 200,
      body: membershipBody,
    },
    { method: 'post', path: '/api/logout', access: 'anyone', status: 204 },
  ]);
  expect(paths['/api/logout']).toEqual({
    post: {
      description: 'For anyone.',
      responses: { 204: { description: 'Done' }, default: expect.anything() as object },
    },
  });
  expect(paths['/api/admin/users/{id}/membership']?.['patch']).toMatchObject({
    description: 'For full admins.',
    parameters: [{ name: 'id', in: 'path', required: true }],
    security: [{ session: [] }],
    requestBody: {
      content: {
        'application/json': {
          schema: { type: 'object', required: ['status'], properties: { status: { enum: ['active', 'unconfirmed'] } } },
        },
      },
    },
  });
});
