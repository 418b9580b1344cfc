import { createTotp } from '#server/modules/users/second-factor/factors.ts';
import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { userStream } from '#domain/event-catalog/streams.ts';
import { user } from '#domain/user/decider.ts';
import { findReversibleChange } from '#server/modules/users/index.ts';
import { loadUserFromEvents } from '#server/modules/users/accounts/current-user.ts';
import { parseUser } from '#server/testing/test-client.ts';
import { setUpServer } from '#server/testing/set-up-server.ts';

const password = 'house hunter';
const dayMs = 86_400_000;

const product = setUpServer();

async function register(email: string) {
  const client = product.newClient();
  const { id } = await client.register(email, password);
  const changeEmail = async (to: string) => {
    const { status } = await client.patch('/api/profile/credentials', { email: to, currentPassword: password });
    expect(status).toBe(200);
  };
  return { client, id, changeEmail };
}

async function findEmail(id: string): Promise<string | undefined> {
  return (await loadUserFromEvents(product.context.events, id))?.email;
}

/** The mails to an address, as text. */
async function mailsTo(address: string): Promise<string[]> {
  const folder = join(product.dataDir, 'outbox');
  const names = await readdir(folder).catch(() => []);
  const files = names.filter((name) => name.endsWith('.eml')).map((name) => readFile(join(folder, name), 'utf8'));
  return (await Promise.all(files)).filter((mail) => mail.includes(`To: ${address}\r\n`));
}

/** The path of the link in the mail to a former address. */
async function linkTo(address: string): Promise<string> {
  const findLinks = async () => {
    const texts = (await mailsTo(address)).map((mail) => mail.replaceAll('=\r\n', '').replaceAll('=3D', '='));
    return texts.flatMap((text) => /\/mail\/email-change\/[\w-]+\/[\w-]+\/[\w-]+/.exec(text)?.[0] ?? []);
  };
  await expect.poll(findLinks).toHaveLength(1);
  return (await findLinks())[0] ?? '';
}

/** The temporary password in the mail to an address. */
async function temporaryPasswordTo(address: string): Promise<string> {
  const find = async () => /\b[a-z2-9]{4}(?:-[a-z2-9]{4}){3}\b/.exec((await mailsTo(address)).join(''))?.[0] ?? '';
  await expect.poll(find).not.toBe('');
  return find();
}

const stranger = () => product.newClient();
const open = (path: string) => stranger().get(path);
const press = (path: string) =>
  stranger().send('POST', path, { body: '', headers: { 'content-type': 'application/x-www-form-urlencoded' } });

describe('the link to a former address', () => {
  it('The link asks first, then gives the address back, ends all sessions and mails a temporary password', async () => {
    const { client, id, changeEmail } = await register('ann@example.com');
    await changeEmail('thief@example.com');
    const link = await linkTo('ann@example.com');
    expect((await mailsTo('ann@example.com'))[0]).not.toContain('thief@example.com');

    const asked = await open(link);
    expect([asked.status, asked.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(asked.text).toContain(`<form method="post" action="${link}">`);
    expect(parseUser(await client.get('/api/user')).email).toBe('thief@example.com');

    const done = await press(link);
    expect([done.status, done.text]).toEqual([200, expect.stringContaining('ann@example.com again')]);
    expect((await client.get('/api/user')).status).toBe(401);
    const signIn = (email: string, typed = password) => stranger().post('/api/login', { email, password: typed });
    // The thief knows the password: it was asked for when the address was changed.
    for (const email of ['thief@example.com', 'ann@example.com']) expect((await signIn(email)).status).toBe(401);
    const temporary = await temporaryPasswordTo('ann@example.com');
    expect(parseUser(await signIn('ann@example.com', temporary))).toMatchObject({ id, email: 'ann@example.com' });
    // The other address gets no link.
    expect(await mailsTo('thief@example.com')).toEqual([]);
    const { events } = await product.context.events.read(userStream(id));
    expect(events.filter(({ type }) => type === 'EmailChanged')).toHaveLength(2);
  });

  it('The link removes the second factors that a thief has set up', async () => {
    const { client, changeEmail } = await register('jim@example.com');
    await changeEmail('thief.9@example.com');
    const { secret } = JSON.parse((await client.post('/api/security/app')).text) as { secret: string };
    const code = createTotp(secret).generate();
    expect((await client.post('/api/security/app/confirm', { code })).status).toBe(200);
    expect((await press(await linkTo('jim@example.com'))).status).toBe(200);
    const credentials = { email: 'jim@example.com', password: await temporaryPasswordTo('jim@example.com') };
    expect((await stranger().post('/api/login', credentials)).status).toBe(200);
  });

  it('The link works once', async () => {
    const { id, changeEmail } = await register('bob@example.com');
    await changeEmail('bob.2@example.com');
    const link = await linkTo('bob@example.com');
    const [done, again] = await Promise.all([press(link), press(link)]);
    expect([done.status, again.status, again.text]).toEqual([200, 200, done.text]);
    const opened = await open(link);
    expect([opened.status, opened.text]).toEqual([410, expect.stringContaining('already used')]);
    const { events } = await product.context.events.read(userStream(id));
    expect(events.map(({ type }) => type)).toEqual([
      'UserRegistered',
      'EmailChanged',
      'EmailChanged',
      'TemporaryPasswordIssued',
    ]);
  });

  it('The link completes what a crash has left of its work', async () => {
    const { client, id, changeEmail } = await register('ida@example.com');
    await changeEmail('thief.5@example.com');
    const link = await linkTo('ida@example.com');
    const [changeId = ''] = link.split('/').slice(-2);
    const { handle, events } = product.context;
    const takeBack = {
      type: 'ChangeEmail',
      data: { userId: id, email: 'ida@example.com', takesBack: changeId, revokedClaims: 1 },
    } as const;
    await handle(user, userStream(id), takeBack, { actor: id, commandId: randomUUID() });
    expect((await press(link)).status).toBe(200);
    expect((await client.get('/api/user')).status).toBe(401);
    expect((await events.read(userStream(id))).events.at(-1)?.type).toBe('TemporaryPasswordIssued');
  });

  it('The link works after a second change of the address, whose own link is spent by it', async () => {
    const { id, changeEmail } = await register('cat@example.com');
    await changeEmail('thief.1@example.com');
    await changeEmail('thief.2@example.com');
    const [own, other] = [await linkTo('cat@example.com'), await linkTo('thief.1@example.com')];
    expect((await press(own)).status).toBe(200);
    expect((await press(other)).status).toBe(410);
    expect(await findEmail(id)).toBe('cat@example.com');
  });

  it('The link of a thief does not spend that of the owner', async () => {
    const { id, changeEmail } = await register('eve@example.com');
    await changeEmail('thief.3@example.com');
    await changeEmail('thief.4@example.com');
    const [own, other] = [await linkTo('eve@example.com'), await linkTo('thief.3@example.com')];
    expect((await press(other)).status).toBe(200);
    expect((await press(own)).status).toBe(200);
    expect(await findEmail(id)).toBe('eve@example.com');
  });

  it('The link changes nothing where another account uses the address by now', async () => {
    const { client, changeEmail } = await register('dan@example.com');
    await changeEmail('dan.2@example.com');
    const link = await linkTo('dan@example.com');
    await register('dan@example.com');
    const refused = await press(link);
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('Another account uses this address')]);
    expect(parseUser(await client.get('/api/user')).email).toBe('dan.2@example.com');
  });

  it('The link expires after 7 days', async () => {
    const { id, changeEmail } = await register('fay@example.com');
    await changeEmail('fay.2@example.com');
    const { events } = product.context;
    const changed = (await events.read(userStream(id))).events.find(({ type }) => type === 'EmailChanged');
    const at = Date.parse(changed?.metadata.at ?? '');
    const findAfter = (ms: number) =>
      findReversibleChange({ events, clock: () => new Date(at + ms) }, { userId: id, changeId: changed?.id ?? '' });
    expect(await findAfter(7 * dayMs)).toMatchObject({ former: 'fay@example.com' });
    expect(await findAfter(7 * dayMs + 1)).toBeNull();
  });

  it.each(['GET', 'POST'])('A link with another signature, user or change is refused: %s', async (method) => {
    const { changeEmail } = await register(`gil-${method}@example.com`);
    await changeEmail(`gil-${method}.2@example.com`);
    const parts = (await linkTo(`gil-${method}@example.com`)).split('/');
    for (const place of [3, 4, 5]) {
      const forged = parts.map((part, index) => (index === place ? `${part.slice(0, -1)}x` : part)).join('/');
      const refused = method === 'GET' ? await open(forged) : await press(forged);
      expect([refused.status, refused.text]).toEqual([404, expect.stringContaining('invalid or incomplete')]);
    }
  });

  it('The link of a deleted account changes nothing', async () => {
    const { client, changeEmail } = await register('hal@example.com');
    await changeEmail('hal.2@example.com');
    const link = await linkTo('hal@example.com');
    expect((await client.send('DELETE', '/api/profile', { body: { currentPassword: password } })).status).toBeLessThan(
      300,
    );
    expect((await press(link)).status).toBe(410);
  });
});
