import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { userStream } from '#domain/event-catalog/streams.ts';
import { user as users } from '#domain/user/decider.ts';
import type { Vault } from '../passwords/vault.ts';
import { type CommandHandler, createCommandHandler } from '#server/platform/commands/command-handler.ts';
import { parseUser } from '#server/testing/test-client.ts';
import { setUpServer } from '#server/testing/set-up-server.ts';
import { changeEmail } from './change-email.ts';
import { createEmailRegistry } from './email-registry.ts';
import { register } from './registration.ts';

const password = 'house hunter';

const product = setUpServer();

const by = (actor: string) => ({ actor, commandId: randomUUID() });
const key = Buffer.alloc(32, 7);

/** The email registry of one of several processes. */
function createTestRegistry(handle: CommandHandler = product.context.handle) {
  const emails = createEmailRegistry({ ...product.context, handle, key: () => key });
  const claim = (userId: string, email: string) =>
    emails.claimWhile({ userId, email, sender: by(userId) }, () => Promise.resolve());
  return { ...emails, claim };
}

async function registerAs(
  userId: string,
  email: string,
  context: { handle: CommandHandler } = product.context,
): Promise<void> {
  await context.handle(
    users,
    userStream(userId),
    { type: 'Register', data: { userId, email, role: 'none' } },
    by(userId),
  );
}

describe('an email address', () => {
  it('An email address is given to exactly one of a hundred users who register it at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, () =>
        product.newClient().post('/api/register', { email: 'one@example.com', password }),
      ),
    );
    const statuses = answers.map(({ status }) => status).sort((a, b) => a - b);
    expect(statuses).toEqual([201, ...Array.from({ length: 99 }, () => 409)]);
    expect(new Set(answers.filter(({ status }) => status === 409).map(({ text }) => text))).toEqual(
      new Set(['That email is already registered']),
    );
  });

  it('An email address is taken while its user has it', async () => {
    const [ann, bob] = [randomUUID(), randomUUID()];
    const emails = createTestRegistry();
    await emails.claim(ann, 'a@x.com');
    await registerAs(ann, 'a@x.com');
    await expect(createTestRegistry().claim(bob, 'A@x.com')).rejects.toThrow('email-taken');
    expect(await emails.findOwner('a@x.com')).toBe(ann);
  });

  it('An email address that two users of one process claim at once goes to the first who can be registered', async () => {
    const [ann, bob] = [randomUUID(), randomUUID()];
    const emails = createTestRegistry();
    const failing = emails.claimWhile({ userId: ann, email: 'h@x.com', sender: by(ann) }, () =>
      Promise.reject(new Error('the disk is full')),
    );
    const next = emails.claimWhile({ userId: bob, email: 'h@x.com', sender: by(bob) }, () =>
      registerAs(bob, 'h@x.com'),
    );
    await expect(failing).rejects.toThrow('the disk is full');
    await next;
    await expect(emails.claim(ann, 'h@x.com')).rejects.toThrow('email-taken');
    expect(await emails.findOwner('h@x.com')).toBe(bob);
  });

  it('An email address is available at once when a crash left a claim without its user', async () => {
    const [ann, bob] = [randomUUID(), randomUUID()];
    await createTestRegistry().claim(ann, 'c@x.com');
    const other = createTestRegistry();
    expect(await other.findOwner('c@x.com')).toBeNull();
    await other.claimWhile({ userId: bob, email: 'c@x.com', sender: by(bob) }, () => registerAs(bob, 'c@x.com'));
    expect(await other.findOwner('c@x.com')).toBe(bob);
    // However late the first process goes on.
    await expect(registerAs(ann, 'c@x.com')).rejects.toThrow('email-taken');
  });

  it('An email address is available again when its user is deleted', async () => {
    const [ann, bob] = [randomUUID(), randomUUID()];
    const emails = createTestRegistry();
    await emails.claim(ann, 'd@x.com');
    await registerAs(ann, 'd@x.com');
    const deletion = { type: 'Delete', data: { userId: ann } } as const;
    await product.context.handle(users, userStream(ann), deletion, by('root'));
    await product.waitForViews();
    const later = createTestRegistry();
    expect(await later.findOwner('d@x.com')).toBeNull();
    await later.claimWhile({ userId: bob, email: 'd@x.com', sender: by(bob) }, () => registerAs(bob, 'd@x.com'));
    expect(await later.findOwner('d@x.com')).toBe(bob);
  });

  it('An email address stays with a slow registration that completes while another user is about to claim it', async () => {
    const [ann, bob] = [randomUUID(), randomUUID()];
    await createTestRegistry().claim(ann, 'e@x.com');
    const { handle } = product.context;
    let isWaiting = true;
    const slow: typeof handle = async (...given) => {
      if (isWaiting) await registerAs(ann, 'e@x.com');
      isWaiting = false;
      return handle(...given);
    };
    const emails = createTestRegistry(slow);
    await expect(emails.claim(bob, 'e@x.com')).rejects.toThrow('email-taken');
    expect(await emails.findOwner('e@x.com')).toBe(ann);
  });

  it('An email address that another user claimed during a registration leaves no user and no password of it', async () => {
    const [bob, slow] = [randomUUID(), by('anonymous')];
    const emails = createTestRegistry();
    const { vault, handle, events } = product.context;
    const userId = emails.deriveUserId('f@x.com', slow);
    const overtaken: Vault = {
      ...vault,
      save: async (credential) => {
        await vault.save(credential);
        await createTestRegistry().claim(bob, 'f@x.com');
      },
    };
    const registering = register(
      { emails, vault: overtaken, handle },
      { email: 'f@x.com', password, role: 'none' },
      slow,
    );
    await expect(registering).rejects.toThrow('email-taken');
    expect((await events.read(userStream(userId))).events.map(({ type }) => type)).toEqual(['EmailClaimRevoked']);
    expect(await vault.verify(userId, password)).toBe(false);
    await registerAs(bob, 'f@x.com');
    expect(await emails.findOwner('f@x.com')).toBe(bob);
  });

  it('An email address that its user left goes to the next, and no earlier change of the address gives it back', async () => {
    const ann = product.newClient();
    const { id } = await ann.register('i@x.com');
    const { status } = await ann.patch('/api/profile/credentials', { email: 'i2@x.com', currentPassword: password });
    expect(status).toBe(200);
    const bob = await product.newClient().register('i@x.com');
    expect(await product.context.emails.findOwner('i@x.com')).toBe(bob.id);
    const change = { type: 'ChangeEmail', data: { userId: id, email: 'i@x.com' } } as const;
    await expect(product.context.handle(users, userStream(id), change, by(id))).rejects.toThrow('email-taken');
  });
});

describe('a registration sent again', () => {
  const idempotencyKey = { 'idempotency-key': 'registration-1' };

  it('A registration sent again with the same key gives the same user, once in the log', async () => {
    const body = { email: 'again@example.com', password };
    const first = await product.newClient().post('/api/register', body, idempotencyKey);
    const ann = product.newClient();
    const second = await ann.post('/api/register', body, idempotencyKey);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(parseUser(second)).toEqual(parseUser(first));
    expect((await ann.get('/api/user')).status).toBe(200);
    const { events } = await product.context.events.read(userStream(parseUser(first).id));
    expect(events).toHaveLength(1);
  });

  it('A registration sent again with the same key but another password or address is refused, and no user is registered', async () => {
    const head = await product.context.events.head();
    for (const changed of [{ password: 'a guess of it' }, { email: 'other@example.com' }]) {
      const body = { email: 'again@example.com', password, ...changed };
      const answer = await product.newClient().post('/api/register', body, idempotencyKey);
      expect([answer.status, answer.text]).toEqual([422, 'This Idempotency-Key was sent with another request before']);
    }
    expect(await product.context.events.head()).toBe(head);
  });

  it('A registration sent again after its user left the address is refused and deletes no user, also by another process', async () => {
    const { vault, events, handle } = product.context;
    const emails = createTestRegistry();
    const sender = by('anonymous');
    const ann = { email: 'left@example.com', password, role: 'none' } as const;
    const { userId } = await register({ emails, vault, handle }, ann, sender);
    await changeEmail({ emails, handle }, { userId, email: 'moved@example.com' }, by(userId));
    for (const again of [handle, createCommandHandler(events, () => new Date())]) {
      const other = createTestRegistry(again);
      await expect(register({ emails: other, vault, handle: again }, ann, sender)).rejects.toThrow('email-taken');
    }
    expect(await vault.verify(userId, password)).toBe(true);
    const types = (await events.read(userStream(userId))).events.map(({ type }) => type);
    expect(types).toEqual(['UserRegistered', 'EmailChanged']);
  });

  it('A registration with a key of more than 200 characters is refused', async () => {
    const body = { email: 'long@example.com', password };
    const answer = await product.newClient().post('/api/register', body, { 'idempotency-key': 'k'.repeat(201) });
    expect([answer.status, answer.text]).toEqual([400, 'Idempotency-Key must be at most 200 characters']);
  });

  it('Of two different registrations with the same key at the same moment one is refused', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const bodies = ['either@example.com', 'or@example.com'].map((email) => ({ email, password }));
    const answers = await Promise.all(bodies.map((body) => product.newClient().post('/api/register', body, key)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422]);
  });
});
