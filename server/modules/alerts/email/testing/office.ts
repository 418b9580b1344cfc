import { randomBytes, randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { alert } from '#domain/alert/decider.ts';
import { type ListingCommand, listing } from '#domain/listing/decider.ts';
import type { UserCommand } from '#domain/user/commands.ts';
import { user } from '#domain/user/decider.ts';
import type { Documents } from '#projections/store/port.ts';
import { loadConfig } from '#server/platform/config/config.ts';
import { openTemporaryPasswords } from '#server/modules/users/passwords/temporary.ts';
import { type House, openHouse } from '../../matching/testing/house.ts';
import { facts } from '../../matching/testing/listing.ts';
import { createMailLinks } from '../links.ts';
import type { Message } from '../transport/mail.ts';
import { type Post, startPost } from '../post.ts';
import { createEmails } from '#server/modules/users/accounts/emails.ts';

const url = () => 'https://scout.example.com';
const config = loadConfig({ PUBLIC_URL: url() });

export type Office = Awaited<ReturnType<typeof openOffice>>;

/** A post on stores of its own, whose mails are at hand; alerts to deliver, and people to deliver them to. */
export async function openOffice() {
  const house = await openHouse();
  const key = randomBytes(32);
  const links = createMailLinks({ key: () => key, url });
  const sent: Message[] = [];
  const posts: Post[] = [];

  const tell = (userId: string, command: UserCommand) =>
    house.handle(user, `user-${userId}`, command, { actor: 'system', commandId: randomUUID() });
  const tellListing = (listingId: string, command: ListingCommand) =>
    house.handle(listing, `listing-${listingId}`, command, { actor: 'intake:county', commandId: randomUUID() });

  /** Gathers until a mail that does not wait comes, unless `quiet` is short. */
  const open = async (documents: Documents = house.documents, quiet = 60_000): Promise<Post> => {
    const { events, views, clock, log } = house;
    const temporaryPasswords = openTemporaryPasswords({ events, clock, key });
    const emails = createEmails({ ...house, key: () => key });
    const post = await startPost({
      context: { config, events, views, clock, log, documents, temporaryPasswords, emails },
      links,
      url,
      transport: { send: (message) => Promise.resolve(void sent.push(message)), close: () => undefined },
      timing: { quiet, most: 60_000, digestMost: 60_000 },
      pauses: [5],
    });
    posts.push(post);
    return post;
  };

  return {
    house,
    links,
    sent,
    tell,
    open,
    temporaryPasswords: openTemporaryPasswords({ events: house.events, clock: house.clock, key }),
    delivered: (title: string, userIds: string[], commandId: string = randomUUID()) =>
      delivered(house, { title, userIds, commandId }),
    /** The listing stands in the log too, and is withdrawn. */
    withdrawn: async (listingId: string): Promise<void> => {
      await tellListing(listingId, { type: 'Find', data: { listingId, ...facts, price: 45_000 } });
      await tellListing(listingId, { type: 'Withdraw', data: { listingId, reason: 'sold' } });
      await house.applied();
    },
    /** The mails so far, once there is one for the last thing that was asked of the post. */
    mails: async (count: number): Promise<Message[]> => {
      const marker = await house.member({});
      await tell(marker, { type: 'GrantHigherLimit', data: { userId: marker, limit: 200_000 } });
      const isMarker = ({ to }: Message) => to === `${marker}@example.com`;
      await expect.poll(() => sent.some(isMarker), { timeout: 5000 }).toBe(true);
      const others = () => sent.filter(({ subject }) => !subject.includes('$200,000'));
      await expect.poll(() => others().length, { timeout: 5000 }).toBe(count);
      return others();
    },
    /** The posts that are open are forgotten, not ended. */
    forget: () => void posts.splice(0),
    close: async () => {
      for (const post of posts) await post.stop();
      await house.close();
    },
  };
}

/** An alert that was just delivered, as the dashboard shows it. Resolves with its listing's id. */
async function delivered(
  { handle, clock }: House,
  { title, userIds, commandId }: { title: string; userIds: string[]; commandId: string },
): Promise<string> {
  const listingId = randomUUID();
  const { place, propertyType, details, link, imageUrl } = facts;
  const { city, state, zipCode } = place;
  const offer = { title, details, link, imageUrl, propertyType, city, state, zipCode, price: 45_000 };
  const members = userIds.map((userId) => ({ userId, miles: 12.4, radius: 50, maxPrice: 54_000 }));
  const data = { listingId, n: 0, kind: 'new' as const, listing: offer, members };
  const stream = `alert-${listingId}-0`;
  await handle(alert, stream, { type: 'Match', data }, { actor: 'scout', commandId: randomUUID() });
  const deliver = {
    type: 'Deliver' as const,
    data: { userIds, at: clock().toISOString(), channel: 'dashboard' as const },
  };
  await handle(alert, stream, deliver, { actor: 'scout', commandId });
  return listingId;
}
