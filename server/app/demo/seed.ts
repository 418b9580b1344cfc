import { v5 as uuidV5 } from 'uuid';
import { userStream } from '#domain/event-catalog/streams.ts';
import type { UserCommand } from '#domain/user/commands.ts';
import { user } from '#domain/user/decider.ts';
import { dayMs } from '#server/lib/clock.ts';
import type { CommandMetadata } from '#server/platform/commands/command-handler.ts';
import type { EmailRegistry } from '#server/modules/users/accounts/email-registry.ts';
import { register } from '#server/modules/users/accounts/registration.ts';
import type { Platform } from '#server/platform/modules/platform.ts';
import { type DemoPerson, demoPassword } from './demo-people.ts';

const namespace = '0d5f4f0a-3b0c-5c52-9e1b-6a2a7c1d8e44';

type SeedDeps = Parameters<typeof register>[0] &
  Pick<Platform, 'handle' | 'clock'> & {
    emails: Pick<EmailRegistry, 'findOwner'>;
  };

/** Registers the users, each event once: existing users stay unchanged. */
export async function seedPeople(deps: SeedDeps, people: readonly DemoPerson[]): Promise<void> {
  for (const person of people) await seedPerson(deps, person);
}

async function seedPerson(deps: SeedDeps, { email, role, filters, days }: DemoPerson): Promise<void> {
  const { emails, handle, clock } = deps;
  // The same ids in every run, so that a second one repeats nothing.
  const sender = (step: string): CommandMetadata => ({
    actor: 'system',
    commandId: uuidV5(`${email}/${step}`, namespace),
  });
  const ownerId = await emails.findOwner(email);
  const userId = ownerId ?? (await register(deps, { email, password: demoPassword, role }, sender('register'))).userId;
  const sendCommand = (command: UserCommand) => handle(user, userStream(userId), command, sender(command.type));
  if (filters !== null) await sendCommand({ type: 'UpdateFilters', data: { userId, changes: filters } });
  if (days === null) return;
  const since = new Date(clock().getTime() - days * dayMs).toISOString();
  await sendCommand({ type: 'ActivateMembership', data: { userId, now: since } });
}
