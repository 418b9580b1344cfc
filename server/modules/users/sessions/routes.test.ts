import { describe, expect, it } from 'vitest';
import type { SessionView } from '#domain/sign-in/sessions.contract.ts';
import { setUpServer } from '#server/testing/set-up-server.ts';
import type { TestClient } from '#server/testing/test-client.ts';

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';
const password = 'house hunter';

const product = setUpServer({ TRUST_PROXY: '1' });

const list = async (client: TestClient) => JSON.parse((await client.get('/api/sessions')).text) as SessionView[];
const signIn = async (email: string, agent: string, address = '68.41.0.1') => {
  const client = product.newClient();
  const headers = { 'user-agent': agent, 'x-forwarded-for': address };
  expect((await client.post('/api/login', { email, password }, headers)).status).toBe(200);
  return client;
};

describe('the sessions of a user', () => {
  it('The sessions name browser, system and place, the present one first', async () => {
    const email = 'ann@example.com';
    await product.newClient().register(email);
    await signIn(email, firefox);
    const phone = await signIn(email, iphone, '10.0.0.1');
    const sessions = await list(phone);
    expect(sessions.map(({ browser, place, isCurrent }) => [browser, place, isCurrent])).toEqual([
      ['Safari on iOS', null, true],
      ['Firefox on Windows', 'Jackson, MI', false],
      ['Unknown browser', null, false],
    ]);
    for (const { beganAt, lastUsedAt } of sessions) {
      expect([Date.parse(beganAt ?? ''), Date.parse(lastUsedAt ?? '')].every(Number.isFinite)).toBe(true);
    }
  });

  it('A user ends one of their sessions, once', async () => {
    const email = 'bea@example.com';
    await product.newClient().register(email);
    const laptop = await signIn(email, firefox);
    const phone = await signIn(email, iphone);
    const [, other] = await list(phone);
    expect((await phone.send('DELETE', `/api/sessions/${other?.id ?? ''}`)).status).toBe(204);
    expect((await laptop.get('/api/user')).status).toBe(401);
    expect(await list(phone)).toHaveLength(2);
    expect(await phone.send('DELETE', `/api/sessions/${other?.id ?? ''}`)).toMatchObject({
      status: 404,
      text: 'This session has ended already',
    });
  });

  it('A user ends all other sessions, and none of another user', async () => {
    const email = 'cara@example.com';
    const first = product.newClient();
    await first.register(email);
    const laptop = await signIn(email, firefox);
    const phone = await signIn(email, iphone);
    const stranger = product.newClient();
    await stranger.register('dan@example.com');
    expect((await phone.send('DELETE', '/api/sessions')).status).toBe(204);
    const statuses = [first, laptop, phone, stranger].map(async (client) => (await client.get('/api/user')).status);
    expect(await Promise.all(statuses)).toEqual([401, 401, 200, 200]);
    const [own] = await list(stranger);
    expect((await phone.send('DELETE', `/api/sessions/${own?.id ?? ''}`)).status).toBe(404);
    expect((await stranger.get('/api/user')).status).toBe(200);
  });

  it('The log has no browser and no place in clear', async () => {
    const email = 'eve@example.com';
    const { id } = await product.newClient().register(email);
    await signIn(email, firefox);
    const stored = await product.context.encryptedEvents.read(`access-${id}` as never);
    const text = JSON.stringify(stored.events);
    expect(text).toContain('NewBrowserUsed');
    for (const word of ['Firefox', 'Windows', 'Jackson']) expect(text).not.toContain(word);
  });
});
