import { userStream } from '#domain/event-catalog/streams.ts';
import { toEmailKey } from '#domain/user/email-key.ts';
import { type UserDoc, users } from '#projections/users.ts';
import { StartupError } from '#server/lib/errors.ts';
import { isUpTo, type PointInTime } from '#server/modules/audit/point-in-time/replay/point-in-time.ts';
import { foldView } from '#server/modules/audit/point-in-time/subjects/state-at.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import type { HistoryOptions } from './options.ts';
import { readLog, readEmailChange } from './select-events.ts';

/** The user as of a moment. Throws StartupError where there was none. */
export async function findUserAsOf(
  events: EventStore,
  { moment, user }: NonNullable<HistoryOptions['asOf']>,
): Promise<UserDoc> {
  const id = user.includes('@') ? await findEmailOwner(events, user, moment) : user;
  const eventsUpToMoment = (await events.read(userStream(id))).events.filter((event) => isUpTo(event, moment));
  if (eventsUpToMoment.length === 0) throw new StartupError(`There was no user ${user} then`);
  const doc = foldView(users, id, eventsUpToMoment);
  if (doc === null) throw new StartupError(`The user ${user} was deleted by then`);
  return doc;
}

/** The user who had the email then, or had it last before the account was deleted. */
async function findEmailOwner(events: EventStore, email: string, moment: PointInTime): Promise<string> {
  let ownerId: string | null = null;
  for await (const event of readLog(events)) {
    const change = isUpTo(event, moment) ? readEmailChange(event) : null;
    if (change?.key === toEmailKey(email)) ownerId = change.userId;
    else if (change?.userId === ownerId) ownerId = null;
  }
  if (ownerId === null) throw new StartupError(`No user had the email ${email} then`);
  return ownerId;
}
