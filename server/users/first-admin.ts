import { randomUUID } from 'node:crypto';
import type { Context } from '../context.ts';
import { untilItWorks } from '../scout/until-it-works.ts';
import { register } from './registration.ts';

/**
 * Registers the full admin that the environment names, unless somebody has that address. Resolves after the first try;
 * where that failed it goes on trying until stopped, with the same command, so that there is one admin in the end.
 */
export async function startFirstAdmin(context: Context): Promise<{ stop: () => Promise<void> }> {
  const stopped = new AbortController();
  const commandId = randomUUID();
  const firstTry = Promise.withResolvers<undefined>();
  const ensure = async () => {
    try {
      await ensureAdmin(context, commandId);
    } finally {
      firstTry.resolve(undefined);
    }
  };
  const done = untilItWorks('Registering the first admin', ensure, { log: context.log, stopped: stopped.signal });
  await firstTry.promise;
  return {
    stop: async () => {
      stopped.abort();
      await done;
    },
  };
}

async function ensureAdmin(context: Context, commandId: string): Promise<void> {
  const { admin } = context.config;
  if (!admin || (await context.emails.holderOf(admin.email)) !== null) return;
  const { position } = await register(context, { ...admin, role: 'full' }, { actor: 'system', commandId });
  await context.caughtUp(position);
}
