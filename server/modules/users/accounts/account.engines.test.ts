import { describe, expect, it } from 'vitest';
import { accessStream, userStream } from '#domain/event-catalog/streams.ts';
import { emptyFilters } from '#domain/user/state.ts';
import { setUpServer } from '#server/testing/set-up-server.ts';
import { parseUser } from '#server/testing/test-client.ts';

const product = setUpServer();

const password = 'house hunter';

describe('registration', () => {
  it('Registration answers 201 with the signed-in user and empty settings', async () => {
    const ann = product.newClient();
    const answer = await ann.post('/api/register', { email: '  Ann@Example.com ', password });
    expect(answer.status).toBe(201);
    const user = parseUser(answer);
    expect(user).toEqual({
      id: user.id,
      email: 'Ann@Example.com',
      isAdmin: false,
      isHelperAdmin: false,
      ...emptyFilters,
      membershipStatus: 'unconfirmed',
      recentListings: [],
      memberSince: null,
      requestedHigherLimit: false,
      maxPriceLimit: 150_000,
      mustChangePassword: false,
    });
    expect(JSON.parse((await ann.get('/api/user')).text)).toEqual(user);
  });

  it('Registration refuses an address that is taken, whatever its case', async () => {
    await product.newClient().register('bob@example.com');
    const again = await product.newClient().post('/api/register', { email: 'BOB@example.com', password });
    expect([again.status, again.text]).toEqual([409, 'That email is already registered']);
  });

  it.each([
    [{ password }, 'Invalid email address'],
    [{ email: 'nobody', password }, 'Invalid email address'],
    [{ email: `${'a'.repeat(250)}@x.com`, password }, 'Invalid email address'],
    [{ email: 'new@example.com' }, 'Password is required'],
    [{ email: 'new@example.com', password: 'short' }, 'Password must be at least 6 characters'],
    [{ email: 'new@example.com', password: 'x'.repeat(129) }, 'Password must be at most 128 characters'],
    [{ email: 'new@example.com', password: 123_456 }, 'Password is required'],
  ])('Registration refuses %j', async (body, sentence) => {
    const answer = await product.newClient().post('/api/register', body);
    expect([answer.status, answer.text]).toEqual([400, sentence]);
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  });
});

describe('sign-in and sign-out', () => {
  it('A sign-in gives a new session id and the user', async () => {
    const user = await product.newClient().register('carl@example.com');
    const carl = product.newClient();
    const answer = await carl.post('/api/login', { email: 'CARL@example.com', password });
    expect(answer.status).toBe(200);
    expect(parseUser(answer)).toEqual(user);
    const first = carl.cookie();
    await carl.post('/api/login', { email: 'carl@example.com', password });
    expect(carl.cookie()).not.toBe(first);
    const old = await product.newClient().get('/api/user', { cookie: first });
    expect(old.status).toBe(401);
  });

  it('A sign-in answers a wrong password and an unknown address with the same message', async () => {
    await product.newClient().register('dora@example.com');
    for (const email of ['dora@example.com', 'unknown@example.com']) {
      const answer = await product.newClient().post('/api/login', { email, password: 'not this one' });
      expect([answer.status, answer.text]).toEqual([401, 'Incorrect email or password']);
    }
  });

  it('A sign-out ends the session; a caller who never signed in has no user', async () => {
    const eve = product.newClient();
    await eve.register('eve@example.com');
    const cookie = eve.cookie();
    const answer = await eve.post('/api/logout');
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(eve.cookie()).toBe('');
    expect((await product.newClient().get('/api/user', { cookie })).status).toBe(401);
    expect((await product.newClient().post('/api/logout')).status).toBe(204);
  });

  it('A sign-out ends the session directly before the answer, as another sign-in may follow at once', async () => {
    const gus = product.newClient();
    const { id } = await gus.register('gus@example.com');
    const { events, sessions } = product.context;
    const recorded = Promise.withResolvers<string[]>();
    sessions.onEnded(() => {
      const readTypes = async () => (await events.read(accessStream(id))).events.map(({ type }) => type);
      readTypes().then(recorded.resolve, recorded.reject);
    });
    await gus.post('/api/logout');
    expect(await recorded.promise).toContain('SignedOut');
  });

  it('A sign-in and a sign-out are recorded in the log', async () => {
    const fay = product.newClient();
    const { id } = await fay.register('fay@example.com');
    await fay.post('/api/login', { email: 'fay@example.com', password });
    await fay.post('/api/logout');
    const { events } = await product.context.events.read(accessStream(id));
    expect(events.map(({ type, metadata }) => [type, metadata.actor])).toEqual([
      ['SessionBegun', id],
      ['SignedIn', id],
      ['SessionBegun', id],
      ['SignedOut', id],
    ]);
  });
});

describe('the profile', () => {
  it('The profile keeps the fields that are absent', async () => {
    const gil = product.newClient();
    await gil.register('gil@example.com');
    await gil.patch('/api/profile', { zipCode: '48204', mileageRadius: 75, includeRawLand: true });
    const user = parseUser(await gil.patch('/api/profile', { maxPrice: 60_000, notificationPreference: 'daily' }));
    expect(user).toMatchObject({
      zipCode: '48204',
      mileageRadius: 75,
      includeRawLand: true,
      maxPrice: 60_000,
      notificationPreference: 'daily',
    });
    expect(JSON.parse((await gil.get('/api/user')).text)).toEqual(user);
  });

  it.each([
    [{ maxPrice: 150_001 }, 'Max price must be at most $150,000'],
    [{ maxPrice: -1 }, 'Max price must be at least $0'],
    [{ maxPrice: '54000' }, 'Max price must be a whole number of dollars'],
    [{ maxPrice: 1.5 }, 'Max price must be a whole number of dollars'],
    [{ maxPrice: null }, 'Max price must be a whole number of dollars'],
    [{ zipCode: '4820' }, 'Incorrect ZIP code format, must be 5 numbers'],
    [{ zipCode: 48_204 }, 'Incorrect ZIP code format, must be 5 numbers'],
    [{ mileageRadius: 30 }, 'Choose a mileage radius from the list: 25 to 250 miles in steps of 25'],
    [{ includeTinyHomes: 'yes' }, 'includeTinyHomes must be true or false'],
    [{ alertMails: null }, 'alertMails must be true or false'],
    [{ quietHours: 1 }, 'quietHours must be true or false'],
    [{ notificationPreference: 'weekly' }, "Notification preference must be 'immediate' or 'daily'"],
    [[], 'The body must be a JSON object'],
  ])('The profile refuses %j', async (body, sentence) => {
    const hal = product.newClient();
    await hal.post('/api/login', { email: 'gil@example.com', password });
    const answer = await hal.patch('/api/profile', body);
    expect([answer.status, answer.text]).toEqual([400, sentence]);
  });

  it('The profile applies a repeated request once, and refuses another one under its key', async () => {
    const ida = product.newClient();
    const { id } = await ida.register('ida@example.com');
    const key = { 'idempotency-key': 'the same' };
    for (let times = 2; times > 0; times -= 1) {
      expect(parseUser(await ida.patch('/api/profile', { maxPrice: 1000 }, key)).maxPrice).toBe(1000);
    }
    expect((await ida.patch('/api/profile', { maxPrice: 2000 }, key)).status).toBe(422);
    const { events } = await product.context.events.read(userStream(id));
    expect(events.map(({ type }) => type)).toEqual(['UserRegistered', 'FiltersUpdated']);
  });
});
