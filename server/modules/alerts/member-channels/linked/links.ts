import { listAll } from '#projections/store/list-all.ts';
import { updateDocument } from '#projections/store/update-document.ts';
import { documentSpaces } from '#projections/store/document-spaces.ts';
import { deriveKey } from '#server/platform/encryption/derive-key.ts';
import {
  decryptText,
  type EncryptedText,
  encryptText,
  reencryptText,
} from '#server/platform/encryption/encrypted-text.ts';
import type { EncryptedStore } from '#server/platform/encryption/key-rotation.ts';
import type { Platform } from '#server/platform/modules/platform.ts';

const space = documentSpaces.channelLinks;
export const linkKeyPurpose = 'channel links';

/** Where the alerts of a member go, by channel: personal data, and stored encrypted. */
export type ChannelTargets = {
  telegram: { chatId: string; name: string };
  /** `secret` signs what is sent; the command with the id `issuedBy` made it. */
  webhook: { url: string; secret: string; issuedBy: string };
};
export type LinkedChannel = keyof ChannelTargets;
export const linkedChannels: readonly LinkedChannel[] = ['telegram', 'webhook'];

type LinkState = {
  isOn: boolean;
  /** A sentence for the member: why nothing arrives. */
  problem: string | null;
  /** When sending began to fail, in ms since 1970; null while it succeeds. */
  failingSince: number | null;
  /** ISO 8601. */
  createdAt: string;
};
type LinkDoc = LinkState & { id: string; userId: string; channel: LinkedChannel; sealed: EncryptedText };
export type ChannelLink<C extends LinkedChannel> = LinkState & { target: ChannelTargets[C] };
type NewLink<C extends LinkedChannel> = Partial<LinkState> & { target: ChannelTargets[C] };

export const encryptedLinks: EncryptedStore = {
  space,
  createReencryptor: ({ from, to }) => {
    const keys = { from: deriveKey(from, linkKeyPurpose), to: deriveKey(to, linkKeyPurpose) };
    return (doc) => {
      const sealed = reencryptText((doc as LinkDoc).sealed, doc.id, keys); // nothing else is stored there
      return sealed && { ...doc, sealed };
    };
  },
};

export type ChannelLinks = ReturnType<typeof createChannelLinks>;

/** The chats and webhooks that members have linked, one of each channel. */
export function createChannelLinks({ documents, clock, key }: Pick<Platform, 'documents' | 'clock'> & { key: Buffer }) {
  /** Null where there is no link. A link that was removed in between does not come back. */
  const update = (
    userId: string,
    channel: LinkedChannel,
    change: (doc: LinkDoc) => Partial<LinkState>,
  ): Promise<LinkState | null> =>
    updateDocument(documents, { space, id: buildLinkId(userId, channel) }, (stored: LinkDoc | null) =>
      stored === null ? null : { ...stored, ...change(stored) },
    );

  const open = <C extends LinkedChannel>(doc: LinkDoc | null): ChannelLink<C> | null => {
    const text = doc && decryptText(key, doc.id, doc.sealed);
    // What was sealed under the id of a link is the target of its channel.
    return doc && text !== null ? { ...doc, target: JSON.parse(text) as ChannelTargets[C] } : null;
  };

  return {
    find: async <C extends LinkedChannel>(userId: string, channel: C): Promise<ChannelLink<C> | null> =>
      open<C>(await documents.get<LinkDoc>(space, buildLinkId(userId, channel))),
    /** Those of these users who get alerts by this channel. */
    listActive: async (channel: LinkedChannel, userIds: string[]): Promise<Set<string>> => {
      const ids = userIds.map((userId) => buildLinkId(userId, channel));
      const docs = ids.length === 0 ? [] : await documents.getMany<LinkDoc>(space, ids);
      return new Set(docs.flatMap((doc) => (doc?.isOn ? [doc.userId] : [])));
    },
    /**
     * Links what `choose` returns, which gets the link that the member has; null leaves that one. A new link is on.
     * Resolves with the link afterwards.
     */
    save: async <C extends LinkedChannel>(
      userId: string,
      channel: C,
      choose: (link: ChannelLink<C> | null) => NewLink<C> | null,
    ): Promise<ChannelLink<C> | null> => {
      const id = buildLinkId(userId, channel);
      const change = (stored: LinkDoc | null): LinkDoc | null => {
        const chosen = choose(open<C>(stored));
        if (chosen === null) return stored;
        const { target, ...kept } = chosen;
        const state = { isOn: true, problem: null, failingSince: null, createdAt: clock().toISOString(), ...kept };
        return { id, userId, channel, ...state, sealed: encryptText(key, id, JSON.stringify(target)) };
      };
      return open<C>(await updateDocument(documents, { space, id }, change));
    },
    /** Where the member's alerts go, for the member. */
    listTargets: async (userId: string): Promise<{ channel: string; target: string; since: string }[]> => {
      const docs = await listAll<LinkDoc>(documents, space, { userId });
      return docs.map(({ id, channel, sealed, createdAt }) => {
        const text = decryptText(key, id, sealed);
        return { channel, target: text === null ? '' : describeTarget(parseTarget(text)), since: createdAt };
      });
    },
    remove: (userId: string, channel: LinkedChannel) => documents.remove(space, buildLinkId(userId, channel)),

    /** Turned on again, it starts without a problem. */
    switch: (userId: string, channel: LinkedChannel, isOn: boolean) =>
      update(userId, channel, () => ({ isOn, ...(isOn && { problem: null, failingSince: null }) })),
    disable: (userId: string, channel: LinkedChannel, problem: string) =>
      update(userId, channel, () => ({ isOn: false, problem })),
    recordFailure: (userId: string, channel: LinkedChannel) =>
      update(userId, channel, ({ failingSince }) => ({ failingSince: failingSince ?? clock().getTime() })),
    recordProblem: (userId: string, channel: LinkedChannel, problem: string) =>
      update(userId, channel, () => ({ problem })),
    recordSuccess: (userId: string, channel: LinkedChannel) =>
      update(userId, channel, () => ({ failingSince: null, problem: null })),
  };
}

function buildLinkId(userId: string, channel: LinkedChannel): string {
  return `${channel}/${userId}`;
}

/** What was encrypted under the id of a link is its target. */
function parseTarget(text: string): ChannelTargets[LinkedChannel] {
  return JSON.parse(text) as ChannelTargets[LinkedChannel];
}

export function describeTarget(target: ChannelTargets[LinkedChannel]): string {
  return 'url' in target ? target.url : target.name;
}

export function isLinkedChannel(channel: string): channel is LinkedChannel {
  return linkedChannels.some((linked) => linked === channel);
}
