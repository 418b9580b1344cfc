import { expect, it } from 'vitest';
import { eventCatalog } from '#domain/event-catalog/catalog.ts';
import type { EventDeclaration } from '#domain/event-catalog/event-declaration.ts';
import { parseStreamName } from '#domain/event-catalog/streams.ts';
import { getBaseName } from '#projections/store/part-name.ts';
import { projections } from '#projections/all.ts';
import { history } from '#projections/history.ts';
import { documentSpaces, personalSpaces } from '#projections/store/document-spaces.ts';
import { listAll } from '#projections/store/list-all.ts';
import { setUpServer } from '#server/testing/set-up-server.ts';
import { adminCredentials } from '#server/testing/test-server.ts';

const product = setUpServer();

const registered = (place: 'space' | 'view' | 'stream'): string[] =>
  product.context.personalData.flatMap((store) =>
    Object.entries(store).flatMap(([name, at]) => (name === place ? [String(at)] : [])),
  );

const personalEvents = Object.entries<EventDeclaration>(eventCatalog).filter(
  ([, { personal, members }]) => personal !== undefined || members !== undefined,
);

it('Every space of the document store with data of users is in the registry once', () => {
  expect(registered('space').toSorted()).toEqual(Object.values(personalSpaces).toSorted());
});

it('Every view that is built from events with personal data is in the registry', () => {
  const types = new Set(personalEvents.map(([type]) => type));
  const views = [...projections, history]
    .filter(({ handles }) => handles.some((type) => types.has(type)))
    .map(({ view }) => getBaseName(view));
  expect(views.length).toBeGreaterThan(3);
  expect(registered('view')).toEqual(expect.arrayContaining(views));
});

it('Every kind of stream whose events have personal data is in the registry, under the same subject', () => {
  expect(personalEvents.length).toBeGreaterThan(5);
  for (const [type, { stream, personal }] of personalEvents) {
    const { kind } = parseStreamName(stream);
    const store = product.context.personalData.find((one) => 'stream' in one && one.stream === kind);
    expect([type, store?.subject]).toEqual([type, personal?.subject ?? 'user']);
  }
});

it('No other space of the document store contains the id or the address of a user', async () => {
  const ann = product.newClient();
  const { id } = await ann.register('ann.heir@example.com');
  await ann.patch('/api/profile', { zipCode: '48204' });
  const full = await product.adminClient();
  await full.patch(`/api/admin/users/${id}/membership`, { status: 'active' });
  const keys = { p256dh: 'x'.repeat(87), auth: 'y'.repeat(22) };
  await ann.post('/api/push/subscriptions', { endpoint: 'https://push.example.com/ann', keys });
  await product.newClient().post('/api/forgot-password', { email: 'ann.heir@example.com' });
  await ann.post('/api/logout');
  const { documents } = product.context;
  const readSpace = async (space: string) => JSON.stringify(await listAll(documents, space));
  expect(await readSpace(documentSpaces.credentials)).toContain(id);
  const others = Object.values(documentSpaces).filter((space) => !registered('space').includes(space));
  expect(others.length).toBeGreaterThan(10);
  for (const space of others) {
    const text = await readSpace(space);
    const named = [id, 'ann.heir@example.com', adminCredentials.email].filter((name) => text.includes(name));
    expect({ space, named }).toEqual({ space, named: [] });
  }
});
