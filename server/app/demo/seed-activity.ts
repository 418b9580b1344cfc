import { randomUUID } from 'node:crypto';
import { announcement } from '#domain/announcement/decider.ts';
import { announcementStream, listingStream, userStream } from '#domain/event-catalog/streams.ts';
import { listing } from '#domain/listing/decider.ts';
import { user } from '#domain/user/decider.ts';
import { type MailContent, mailChannel } from '#server/modules/alerts/channels/email/transport/mail.ts';
import type { Intake } from '#server/modules/intake/pipeline/intake.ts';
import { deriveListingId } from '#server/modules/intake/pipeline/listing-id.ts';
import type { EmailRegistry } from '#server/modules/users/accounts/email-registry.ts';
import { type OutboxItem, outboxSpace } from '#server/platform/outbox/item.ts';
import type { Platform, StreamDeps } from '#server/platform/modules/platform.ts';
import { demoAdmin } from './demo-people.ts';
import { createDemoSender, demoSource } from './flow.ts';
import type { DemoOffer, DemoOfferKind } from './listing-generator/listing-generator.ts';

const message =
  '<p><strong>New this month:</strong> tiny homes. Select them in your filters to get alerts about them.</p>';
const withdrawnCount = 2;

/** Every outcome that admins can see, so that none of their lists is empty. */
export const openingKinds: readonly DemoOfferKind[] = [
  ...Array.from({ length: 8 }, () => 'new' as const),
  ...(['price drop', 'price drop', 'price drop', 'repost', 'duplicate', 'rental'] as const),
  ...(['unpriced', 'unpriced', 'unplaced'] as const),
];

type ActivityDeps = StreamDeps &
  Pick<Platform, 'documents'> & {
    emails: Pick<EmailRegistry, 'findOwner'>;
    intake: Pick<Intake, 'take'>;
    next: () => DemoOffer;
  };

/** The history of a new installation. One that was filled before stays unchanged. */
export async function seedActivity(deps: ActivityDeps): Promise<void> {
  const { events, handle } = deps;
  const { revision } = await events.read(announcementStream);
  if (revision >= 0) return;
  const adminId = await findUserId(deps, demoAdmin.email);
  const listingIds = await takeOpeningOffers(deps);
  for (const listingId of listingIds.slice(0, withdrawnCount)) {
    const command = { type: 'Withdraw', data: { listingId, reason: 'Sold', byPerson: true } } as const;
    await handle(listing, listingStream(listingId), command, { actor: adminId, commandId: randomUUID() });
  }
  await requestHigherLimit(deps, 'frank@example.com');
  await putDeadLetter(deps, 'leo@example.com');
  const command = { type: 'Publish', data: { message } } as const;
  await handle(announcement, announcementStream, command, { actor: adminId, commandId: randomUUID() });
}

/** Resolves with the ids of the new listings that were accepted. */
async function takeOpeningOffers({ intake, next }: ActivityDeps): Promise<string[]> {
  const listingIds: string[] = [];
  for (const kind of openingKinds) {
    const { item } = next();
    const { accepted } = await intake.take(demoSource, [item], createDemoSender());
    if (kind === 'new' && accepted === 1) listingIds.push(deriveListingId(demoSource, item));
  }
  return listingIds;
}

async function requestHigherLimit(deps: ActivityDeps, email: string): Promise<void> {
  const userId = await findUserId(deps, email);
  const command = { type: 'RequestHigherLimit', data: { userId } } as const;
  await deps.handle(user, userStream(userId), command, { actor: userId, commandId: randomUUID() });
}

/** An email that its server refused; resending it works. */
async function putDeadLetter(deps: ActivityDeps, email: string): Promise<void> {
  const { documents, events, clock } = deps;
  const now = clock();
  const item: OutboxItem<MailContent> = {
    id: randomUUID(),
    channel: mailChannel,
    userId: await findUserId(deps, email),
    createdAt: now.toISOString(),
    position: await events.head(),
    due: now.getTime(),
    content: { kind: 'higher-limit', limit: 150_000 },
    state: 'dead',
    attempts: 1,
    error: '550 5.2.1 Mailbox disabled',
    queuedAt: now.getTime(),
  };
  await documents.put(outboxSpace, item);
}

async function findUserId({ emails }: Pick<ActivityDeps, 'emails'>, email: string): Promise<string> {
  const userId = await emails.findOwner(email);
  if (userId === null) throw new Error(`There is no demo user ${email}`);
  return userId;
}
