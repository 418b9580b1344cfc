import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { userStream } from '#domain/event-catalog/streams.ts';
import { user as users } from '#domain/user/decider.ts';
import { hasEmail } from '#domain/user/state.ts';
import { openSqliteViewStore } from '#projections/store/sqlite/sqlite.ts';
import { createCommandHandler } from '#server/platform/commands/command-handler.ts';
import { readState } from '#server/platform/commands/read-state.ts';
import { type Pause, pauseStore } from '#server/testing/stepped-process.ts';
import type { TestServer } from '#server/testing/test-server.ts';
import type { Credential, Vault } from '../../passwords/vault.ts';
import { changeEmail } from '../change-email.ts';
import { createEmailRegistry } from '../email-registry.ts';
import { register } from '../registration.ts';

const key = Buffer.alloc(32, 7);
const withoutPause = () => Promise.resolve();
const by = (actor: string, commandId: string = randomUUID()) => ({ actor, commandId });

/** A process that wants an address for a user. Resolves with the user who has it then. */
export type Contender = (pause: Pause) => Promise<string>;

/** Users of one log who want the same address, each in a process of their own. The views are empty: they lag. */
export function createEmailContenders({ dataDir, context: { events: log } }: TestServer) {
  const views = openSqliteViewStore(join(dataDir, 'lagging-views.sqlite'));
  const credentials = new Map<string, Credential>();

  const startProcess = (pause: Pause) => {
    const events = pauseStore(log, pause);
    const handle = createCommandHandler(events, () => new Date());
    return { handle, emails: createEmailRegistry({ events, views, handle, key: () => key }), vault: openVault(pause) };
  };
  const openVault = (pause: Pause): Vault => ({
    ensureUsable: withoutPause,
    hash: (id, password) => Promise.resolve({ id, hash: password, recoverable: null }),
    save: async (credential) => {
      await pause();
      credentials.set(credential.id, credential);
    },
    verify: (userId, password) => Promise.resolve(credentials.get(userId ?? '')?.hash === password),
    recover: () => Promise.resolve(null),
    remove: async (userId) => {
      await pause();
      credentials.delete(userId);
    },
  });

  const registration =
    (email: string, commandId: string = randomUUID()): Contender =>
    async (pause) => {
      const newUser = { email, password: 'house hunter', role: 'none' } as const;
      return (await register(startProcess(pause), newUser, by('anonymous', commandId))).userId;
    };
  const move = async (userId: string, email: string, pause: Pause) => {
    await changeEmail(startProcess(pause), { userId, email }, by(userId));
    return userId;
  };

  return {
    credentials,
    registration,
    /** A user who has another address changes it. */
    newcomer: async (email: string): Promise<Contender> => {
      const userId = await registration(`${randomUUID()}@x.com`)(withoutPause);
      return (pause) => move(userId, email, pause);
    },
    /** A user who had the address takes it back. */
    former: async (email: string): Promise<Contender> => {
      const userId = await registration(email)(withoutPause);
      await move(userId, `${randomUUID()}@x.com`, withoutPause);
      return (pause) => move(userId, email, pause);
    },
    /** Registers the address at once; resolves with null where it is taken. */
    registerNow: (email: string) => registration(email)(withoutPause).catch(() => null),
    /** All users who ever claimed the address and have it by their own streams. */
    findOwners: async (email: string): Promise<string[]> => {
      const claims = await startProcess(withoutPause).emails.listClaims(email);
      const owners = new Set<string>();
      for (const { userId } of claims)
        if (hasEmail(await readState(log, users, userStream(userId)), email)) owners.add(userId);
      return [...owners];
    },
    close: () => views.close(),
  };
}
