import { randomUUID } from 'node:crypto';
import type { Config } from '#server/platform/config/config.ts';
import { retryUntilStopped } from '#server/lib/retry.ts';
import { StreamDamaged } from '#server/platform/event-store/port.ts';
import type { Platform } from '#server/platform/modules/platform.ts';
import { register, type RegistrationDeps } from './registration.ts';

export type FirstAdminDeps = RegistrationDeps &
  Pick<Platform, 'log' | 'waitForProjections'> & {
    config: Pick<Config, 'admin'>;
  };

export type FirstAdmin = {
  /** Whether the admin can sign in, where the environment names one. */
  isRegistered: () => boolean;
  /** Registers the admin. Resolves after the first attempt. */
  begin: () => Promise<void>;
  stop: () => Promise<void>;
};

/**
 * Registers the full admin named by the environment, unless the address is already in use. If the first attempt failed,
 * it retries with the same command until stopped, so that exactly one admin results.
 */
export function createFirstAdmin(deps: FirstAdminDeps): FirstAdmin {
  const stopped = new AbortController();
  const commandId = randomUUID();
  const firstTry = Promise.withResolvers<undefined>();
  let isRegistered = false;
  let done: Promise<unknown> = Promise.resolve();
  const ensure = async () => {
    try {
      await ensureAdmin(deps, commandId);
      isRegistered = true;
    } finally {
      firstTry.resolve(undefined);
    }
  };
  return {
    isRegistered: () => isRegistered,
    begin: async () => {
      done = retryUntilStopped('register the first admin', ensure, { log: deps.log, stopped: stopped.signal });
      await firstTry.promise;
    },
    stop: async () => {
      stopped.abort();
      await done;
    },
  };
}

async function ensureAdmin(deps: FirstAdminDeps, commandId: string): Promise<void> {
  const { admin } = deps.config;
  if (!admin || (await isTaken(deps, admin.email))) return;
  const { position } = await register(deps, { ...admin, role: 'full' }, { actor: 'system', commandId });
  await deps.waitForProjections(position);
}

async function isTaken({ emails }: Pick<FirstAdminDeps, 'emails'>, email: string): Promise<boolean> {
  try {
    return (await emails.findOwner(email)) !== null;
  } catch (error) {
    // A claim that cannot be read is one all the same.
    if (error instanceof StreamDamaged) return true;
    throw error;
  }
}
