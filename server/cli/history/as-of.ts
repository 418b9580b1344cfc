import { userStream } from '#domain/event-catalog/streams.ts';
import { toEmailKey } from '#domain/user/email-key.ts';
import { type UserDoc, users } from '#projections/users.ts';
import { StartupError } from '#server/lib/errors.ts';
import type { EventStore, StoredEvent } from '#server/platform/event-store/port.ts';
import type { HistoryOptions, LogMoment } from './options.ts';
import { readLog, readEmailChange } from './select-events.ts';

/** The user as of a moment. Throws StartupError where there was none. */
export async function findUserAsOf(
  events: EventStore,
  { moment, user }: NonNullable<HistoryOptions['asOf']>,
): Promise<UserDoc> {
  const id = user.includes('@') ? await findEmailOwner(events, user, moment) : user;
  const eventsUpToMoment = (await events.read(userStream(id))).events.filter((event) => isUpTo(event, moment));
  if (eventsUpToMoment.length === 0) throw new StartupError(`There was no user ${user} then`);
  const doc = eventsUpToMoment.reduce(evolveUser, null);
  if (doc === null) throw new StartupError(`The user ${user} was deleted by then`);
  return doc;
}

function evolveUser(doc: UserDoc | null, event: StoredEvent): UserDoc | null {
  const handled: readonly string[] = users.handles;
  // The projection's `handles` lists the types that its `evolve` accepts.
  return handled.includes(event.type)
    ? users.evolve(doc, event as Parameters<typeof users.evolve>[1], doc?.id ?? '')
    : doc;
}

/** The user who had the e-mail then, or had it last before the account was deleted. */
async function findEmailOwner(events: EventStore, email: string, moment: LogMoment): Promise<string> {
  let ownerId: string | null = null;
  for await (const event of readLog(events)) {
    const change = isUpTo(event, moment) ? readEmailChange(event) : null;
    if (change?.key === toEmailKey(email)) ownerId = change.userId;
    else if (change?.userId === ownerId) ownerId = null;
  }
  if (ownerId === null) throw new StartupError(`No user had the e-mail ${email} then`);
  return ownerId;
}

function isUpTo({ position, metadata }: StoredEvent, moment: LogMoment): boolean {
  return 'position' in moment ? position <= moment.position : Date.parse(metadata.at) <= moment.time;
}
