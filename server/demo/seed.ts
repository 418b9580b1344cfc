import { v5 as uuidV5 } from 'uuid';
import type { UserCommand } from '#domain/user/commands.ts';
import { user } from '#domain/user/decider.ts';
import type { Context } from '../context.ts';
import type { Sender } from '../handle.ts';
import { register } from '../users/registration.ts';
import { type Person, password } from './people.ts';

const namespace = '0d5f4f0a-3b0c-5c52-9e1b-6a2a7c1d8e44';
const aDay = 24 * 60 * 60 * 1000;

type Parts = Pick<Context, 'emails' | 'vault' | 'handle' | 'forgetting' | 'clock'>;

/** Puts people in, each fact once: whoever is there already stays as by now. */
export async function seed(parts: Parts, people: readonly Person[]): Promise<void> {
  for (const person of people) await seedOne(parts, person);
}

async function seedOne(parts: Parts, { email, role, filters, days }: Person): Promise<void> {
  const { emails, handle, clock } = parts;
  // The same ids in every run, so that a second one repeats nothing.
  const sender = (step: string): Sender => ({ actor: 'system', commandId: uuidV5(`${email}/${step}`, namespace) });
  const holder = await emails.holderOf(email);
  const userId = holder ?? (await register(parts, { email, password, role }, sender('register'))).userId;
  const tell = (command: UserCommand) => handle(user, `user-${userId}`, command, sender(command.type));
  if (filters !== null) await tell({ type: 'UpdateFilters', data: { userId, changes: filters } });
  if (days === null) return;
  const since = new Date(clock().getTime() - days * aDay).toISOString();
  await tell({ type: 'ActivateMembership', data: { userId, now: since } });
}
