import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Position } from '#domain/shared/decider.ts';
import type { Config } from '#server/platform/config/config.ts';
import { retryUntilStopped } from '#server/lib/retry.ts';
import { register, type RegistrationDeps } from './registration.ts';

export type FirstAdminDeps = RegistrationDeps & {
  config: Pick<Config, 'admin'>;
  log: Logger;
  waitForProjections: (position: Position) => Promise<void>;
};

/**
 * Registers the full admin named by the environment, unless the address is already in use. Resolves after the first
 * attempt; if that failed, it retries with the same command until stopped, so that exactly one admin results.
 */
export async function startFirstAdmin(deps: FirstAdminDeps): Promise<{ stop: () => Promise<void> }> {
  const stopped = new AbortController();
  const commandId = randomUUID();
  const firstTry = Promise.withResolvers<undefined>();
  const ensure = async () => {
    try {
      await ensureAdmin(deps, commandId);
    } finally {
      firstTry.resolve(undefined);
    }
  };
  const done = retryUntilStopped('register the first admin', ensure, { log: deps.log, stopped: stopped.signal });
  await firstTry.promise;
  return {
    stop: async () => {
      stopped.abort();
      await done;
    },
  };
}

async function ensureAdmin(deps: FirstAdminDeps, commandId: string): Promise<void> {
  const { admin } = deps.config;
  if (!admin || (await deps.emails.findOwner(admin.email)) !== null) return;
  const { position } = await register(deps, { ...admin, role: 'full' }, { actor: 'system', commandId });
  await deps.waitForProjections(position);
}
