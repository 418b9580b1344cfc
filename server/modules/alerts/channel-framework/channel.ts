import type { ChannelName, ChannelView } from '#domain/alert/channels.contract.ts';
import type { UserDoc } from '#projections/users.ts';
import type { Route } from '#server/platform/http/routing/route.ts';
import type { DocumentDeps, Platform } from '#server/platform/modules/platform.ts';
import type { OutboxChannel } from '#server/platform/outbox/message-delivery.ts';
import type { Outbox } from '#server/platform/outbox/outbox.ts';
import type { ReceiverDeps } from './find-receiver.ts';
import type { DeadLetterChannel } from './dead-letter-channel.ts';

export type Tester = { userId: string; sessionKey: string };
/** A test alert before it is sent; `subscriptionId` is the browser of a push. */
export type TestAlert = { content: unknown; subscriptionId: string | null };

/** What channels are built from. */
export type ChannelDeps = DocumentDeps &
  ReceiverDeps &
  Pick<Platform, 'config' | 'keys' | 'limits' | 'url'> & { outbox: Outbox };

/** What members have linked to a channel, by member. */
type MemberLinks = {
  /** Null where there is no link. */
  switch: (userId: string, isOn: boolean) => Promise<object | null>;
  remove: (userId: string) => Promise<void>;
  present: (userId: string) => Promise<ChannelView>;
  exportTarget: (userId: string) => Promise<{ channel: string; target: string; since: string } | null>;
};

/** `since`: from when on it gets the alerts of its member, in ISO 8601 as far as known; null where it gets none. */
export type ChannelState = ChannelView & { since: string | null };

/** A channel by which alerts reach members: all that is particular to it. */
export type AlertChannel = {
  name: ChannelName;
  /** As its member has set it up; null where this server does not offer it. */
  present: (user: UserDoc) => Promise<ChannelState | null>;
  test: {
    /** `id` is that of the test. Throws HttpError 409 where nothing is set up. */
    prepare: (tester: Tester, id: string) => Promise<TestAlert>;
    /** Why a test that was accepted did not arrive, as a sentence; null where it did. */
    findGoneReason: (test: { userId: string } & Pick<TestAlert, 'subscriptionId'>) => Promise<string | null>;
  };
  deadLetters: DeadLetterChannel;
  /** What puts its messages into the outbox, and sends them; loaded where they are sent. Null where not offered. */
  open: () => Promise<OutboxChannel | null>;
  /** What members have linked, where they link receivers of their own. */
  links?: MemberLinks;
  /** How members set it up. */
  settings?: Route[];
  /** What it receives, in one process at a time. */
  receive?: () => { stop: () => Promise<void> };
};
