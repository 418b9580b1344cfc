import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { userStream } from '#domain/event-catalog/streams.ts';
import { user as users } from '#domain/user/decider.ts';
import type { Vault } from '../passwords/vault.ts';
import {
  type CommandHandler,
  type CommandMetadata,
  createCommandHandler,
} from '#server/platform/commands/command-handler.ts';
import { parseUser } from '#server/testing/test-client.ts';
import { type TestServer, startTestServer } from '#server/testing/test-server.ts';
import { createEmailRegistry, type EmailRegistry } from './email-registry.ts';
import { register } from './registration.ts';

const password = 'house hunter';

let product: TestServer;
beforeAll(async () => {
  product = await startTestServer();
});
afterAll(() => product.stop());

const by = (actor: string) => ({ actor, commandId: randomUUID() });
const key = Buffer.alloc(32, 7);

/** The email registry as seen by one of several servers, whose clock shows `at`. */
function emailsAt(at: Date): TestRegistry {
  return createTestRegistry({ ...product.context, clock: () => at, isShared: true });
}

type TestRegistry = EmailRegistry & {
  claim: (userId: string, email: string, sender: CommandMetadata) => Promise<void>;
};

function createTestRegistry(options: Omit<Parameters<typeof createEmailRegistry>[0], 'key'>): TestRegistry {
  const emails = createEmailRegistry({ ...options, key: () => key });
  const claim = (userId: string, email: string, sender: CommandMetadata) =>
    emails.claimWhile({ userId, email, sender }, () => Promise.resolve());
  return { ...emails, claim };
}

const now = () => new Date();
const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000);

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
    const emails = emailsAt(now());
    await emails.claim(ann, 'a@x.com', by(ann));
    await registerAs(ann, 'a@x.com');
    await expect(emailsAt(inSeconds(3600)).claim(bob, 'A@x.com', by(bob))).rejects.toThrow('email-taken');
    expect(await emails.findOwner('a@x.com')).toBe(ann);
  });

  it('An email address is taken for a moment by a user who is about to register', async () => {
    const [ann, bob] = [randomUUID(), randomUUID()];
    const emails = emailsAt(inSeconds(14));
    await emails.claim(ann, 'b@x.com', by(ann));
    await expect(emails.claim(bob, 'b@x.com', by(bob))).rejects.toThrow('email-pending');
    expect(await emails.findOwner('b@x.com')).toBeNull();
  });

  it('An email address is available at once where the only process left a claim without its user', async () => {
    const [ann, bob] = [randomUUID(), randomUUID()];
    const options = { ...product.context, isShared: false };
    await createTestRegistry(options).claim(ann, 'g@x.com', by(ann));
    const restarted = createTestRegistry(options);
    await restarted.claim(bob, 'g@x.com', by(bob));
    expect(await restarted.isClaimedBy(bob, 'g@x.com')).toBe(true);
  });

  it('An email address that two users of one process claim at once goes to the first who can be registered', async () => {
    const [ann, bob] = [randomUUID(), randomUUID()];
    const emails = createTestRegistry({ ...product.context, isShared: false });
    const failing = emails.claimWhile({ userId: ann, email: 'h@x.com', sender: by(ann) }, () =>
      Promise.reject(new Error('the disk is full')),
    );
    const next = emails.claimWhile({ userId: bob, email: 'h@x.com', sender: by(bob) }, () =>
      registerAs(bob, 'h@x.com'),
    );
    await expect(failing).rejects.toThrow('the disk is full');
    await next;
    await expect(emails.claim(ann, 'h@x.com', by(ann))).rejects.toThrow('email-taken');
    expect(await emails.findOwner('h@x.com')).toBe(bob);
  });

  it('An email address is available again when a crash left a claim without its user', async () => {
    const [ann, bob] = [randomUUID(), randomUUID()];
    await emailsAt(now()).claim(ann, 'c@x.com', by(ann));
    const restarted = emailsAt(inSeconds(16));
    await restarted.claim(bob, 'c@x.com', by(bob));
    expect(await restarted.isClaimedBy(bob, 'c@x.com')).toBe(true);
    expect(await restarted.isClaimedBy(ann, 'c@x.com')).toBe(false);
  });

  it('An email address is available again when its user is deleted', async () => {
    const [ann, bob] = [randomUUID(), randomUUID()];
    const emails = emailsAt(now());
    await emails.claim(ann, 'd@x.com', by(ann));
    await registerAs(ann, 'd@x.com');
    const deletion = { type: 'Delete', data: { userId: ann } } as const;
    const { position } = await product.context.handle(users, userStream(ann), deletion, by('root'));
    await product.context.waitForProjections(position);
    const later = emailsAt(now());
    expect(await later.findOwner('d@x.com')).toBeNull();
    await later.claim(bob, 'd@x.com', by(bob));
    expect(await later.isClaimedBy(bob, 'd@x.com')).toBe(true);
  });

  it('An email address goes back to a slow registration that completed while its claim was being taken over', async () => {
    const [ann, bob] = [randomUUID(), randomUUID()];
    await emailsAt(now()).claim(ann, 'e@x.com', by(ann));
    const { handle } = product.context;
    let isWaiting = true;
    const slow: typeof handle = async (...given) => {
      if (isWaiting) await registerAs(ann, 'e@x.com');
      isWaiting = false;
      return handle(...given);
    };
    const emails = createTestRegistry({
      ...product.context,
      handle: slow,
      clock: () => inSeconds(16),
      isShared: true,
    });
    await expect(emails.claim(bob, 'e@x.com', by(bob))).rejects.toThrow('email-taken');
    expect(await emails.findOwner('e@x.com')).toBe(ann);
  });

  it('An email address undoes a registration whose claim was taken over before it completed', async () => {
    const [bob, slow] = [randomUUID(), by('anonymous')];
    const emails = emailsAt(now());
    const { vault, handle, accountErasure } = product.context;
    const overtaken: Vault = {
      ...vault,
      save: async (credential) => {
        await vault.save(credential);
        await emailsAt(inSeconds(16)).claim(bob, 'f@x.com', by(bob));
      },
    };
    const registering = register(
      { emails, vault: overtaken, handle, accountErasure },
      { email: 'f@x.com', password, role: 'none' },
      slow,
    );
    await expect(registering).rejects.toThrow('email-taken');
    const { events } = await product.context.events.read(userStream(emails.deriveUserId('f@x.com', slow)));
    expect(events.map(({ type }) => type)).toEqual(['UserRegistered', 'UserDeleted']);
    expect(await emails.isClaimedBy(bob, 'f@x.com')).toBe(true);
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
    const { vault, accountErasure, events, handle } = product.context;
    const emails = emailsAt(now());
    const sender = by('anonymous');
    const ann = { email: 'left@example.com', password, role: 'none' } as const;
    const { userId } = await register({ emails, vault, handle, accountErasure }, ann, sender);
    await emails.release(userId, ann.email, by(userId));
    const move = { type: 'ChangeEmail', data: { userId, email: 'moved@example.com' } } as const;
    await product.context.handle(users, userStream(userId), move, by(userId));
    for (const again of [handle, createCommandHandler(events, now)]) {
      const other = createTestRegistry({ ...product.context, handle: again, clock: now, isShared: true });
      await expect(register({ emails: other, vault, handle: again, accountErasure }, ann, sender)).rejects.toThrow(
        'email-taken',
      );
    }
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
