import { emailKey } from '#domain/user/email-key.ts';
import { type UserDoc, users } from '#projections/users.ts';
import { StartRefused } from '#server/lib/errors.ts';
import type { EventStore, StoredEvent } from '#server/platform/event-store/port.ts';
import type { HistoryOptions, Moment } from './options.ts';
import { logOf, naming } from './select.ts';

/** The user as of a moment. Throws StartRefused where there was none. */
export async function userAsOf(
  events: EventStore,
  { moment, user }: NonNullable<HistoryOptions['asOf']>,
): Promise<UserDoc> {
  const id = user.includes('@') ? await holderOf(events, user, moment) : user;
  const past = (await events.read(`user-${id}`)).events.filter((event) => isBy(event, moment));
  if (past.length === 0) throw new StartRefused(`There was no user ${user} then`);
  const doc = past.reduce(evolved, null);
  if (doc === null) throw new StartRefused(`The user ${user} was deleted by then`);
  return doc;
}

function evolved(doc: UserDoc | null, event: StoredEvent): UserDoc | null {
  const handled: readonly string[] = users.handles;
  // The types that the projection handles are those that its `evolve` takes.
  return handled.includes(event.type)
    ? users.evolve(doc, event as Parameters<typeof users.evolve>[1], doc?.id ?? '')
    : doc;
}

/** Who had the e-mail then, or had it last before their account was deleted. */
async function holderOf(events: EventStore, email: string, moment: Moment): Promise<string> {
  let holder: string | null = null;
  for await (const event of logOf(events)) {
    const named = isBy(event, moment) ? naming(event) : null;
    if (named?.key === emailKey(email)) holder = named.userId;
    else if (named?.userId === holder) holder = null;
  }
  if (holder === null) throw new StartRefused(`No user had the e-mail ${email} then`);
  return holder;
}

function isBy({ position, metadata }: StoredEvent, moment: Moment): boolean {
  return 'position' in moment ? position <= moment.position : Date.parse(metadata.at) <= moment.time;
}
