import { v5 as uuidV5 } from 'uuid';
import type { UserCommand } from '#domain/user/commands.ts';
import { user } from '#domain/user/decider.ts';
import type { Handle, Sender } from '#server/platform/commands/handle.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { Emails } from '#server/modules/users/accounts/emails.ts';
import { register } from '#server/modules/users/accounts/registration.ts';
import { type Person, password } from './people.ts';

const namespace = '0d5f4f0a-3b0c-5c52-9e1b-6a2a7c1d8e44';
const aDay = 24 * 60 * 60 * 1000;

type SeedDeps = Parameters<typeof register>[0] & { emails: Pick<Emails, 'holderOf'>; handle: Handle; clock: Clock };

/** Registers people, each event once: those who exist already stay as they are. */
export async function seed(deps: SeedDeps, people: readonly Person[]): Promise<void> {
  for (const person of people) await seedOne(deps, person);
}

async function seedOne(deps: SeedDeps, { email, role, filters, days }: Person): Promise<void> {
  const { emails, handle, clock } = deps;
  // The same ids in every run, so that a second one repeats nothing.
  const sender = (step: string): Sender => ({ actor: 'system', commandId: uuidV5(`${email}/${step}`, namespace) });
  const holder = await emails.holderOf(email);
  const userId = holder ?? (await register(deps, { email, password, role }, sender('register'))).userId;
  const tell = (command: UserCommand) => handle(user, `user-${userId}`, command, sender(command.type));
  if (filters !== null) await tell({ type: 'UpdateFilters', data: { userId, changes: filters } });
  if (days === null) return;
  const since = new Date(clock().getTime() - days * aDay).toISOString();
  await tell({ type: 'ActivateMembership', data: { userId, now: since } });
}
