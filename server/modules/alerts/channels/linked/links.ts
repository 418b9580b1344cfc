import { type ChannelView, type LinkedChannel } from '#domain/alert/channels.contract.ts';
import { updateDocument } from '#projections/store/update-document.ts';
import { documentSpaces } from '#projections/store/document-spaces.ts';
import { deriveKey } from '#server/platform/encryption/derive-key.ts';
import { decryptText, type EncryptedText, encryptText } from '#server/platform/encryption/encrypted-text.ts';
import { defineSealedDocuments } from '#server/platform/encryption/key-rotation.ts';
import type { Platform } from '#server/platform/modules/platform.ts';

const space = documentSpaces.channelLinks;
const linkKeyPurpose = 'channel links';
export const unknownLink = 'This channel is not set up';

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
/** `target` is where the alerts of the member go: personal data, and stored encrypted. */
export type ChannelLink<T> = LinkState & { target: T };
type NewLink<T> = Partial<LinkState> & { target: T };

export const encryptedLinks = defineSealedDocuments(space, linkKeyPurpose);

export type ChannelLinks<T> = ReturnType<typeof createChannelLinks<T>>;

type ChannelLinksDeps = Pick<Platform, 'documents' | 'clock' | 'keys'>;
type LinkKind<T> = { channel: LinkedChannel; describeTarget: (target: T) => string };

/** What members have linked to a channel, one receiver each. */
export function createChannelLinks<T>(
  { documents, clock, keys }: ChannelLinksDeps,
  { channel, describeTarget }: LinkKind<T>,
) {
  const key = deriveKey(keys.credentials, linkKeyPurpose);
  const buildId = (userId: string) => `${channel}/${userId}`;
  /** Null where there is no link. A link that was removed in between does not come back. */
  const update = (userId: string, change: (doc: LinkDoc) => Partial<LinkState>): Promise<LinkState | null> =>
    updateDocument(documents, { space, id: buildId(userId) }, (doc: LinkDoc | null) =>
      doc === null ? null : { ...doc, ...change(doc) },
    );

  const open = (doc: LinkDoc | null): ChannelLink<T> | null => {
    const text = doc && decryptText(key, doc.id, doc.sealed);
    // What was sealed under the id of a link is the target of its channel.
    return doc && text !== null ? { ...doc, target: JSON.parse(text) as T } : null;
  };
  const find = async (userId: string): Promise<ChannelLink<T> | null> =>
    open(await documents.get<LinkDoc>(space, buildId(userId)));

  return {
    find,
    /** Those of these users who get alerts by this channel. */
    listActive: async (userIds: string[]): Promise<Set<string>> => {
      const docs = userIds.length === 0 ? [] : await documents.getMany<LinkDoc>(space, userIds.map(buildId));
      return new Set(docs.flatMap((doc) => (doc?.isOn ? [doc.userId] : [])));
    },
    /**
     * Links what `choose` returns, which gets the link that the member has; null leaves that one. A new link is on.
     * Resolves with the link afterwards.
     */
    save: async (
      userId: string,
      choose: (link: ChannelLink<T> | null) => NewLink<T> | null,
    ): Promise<ChannelLink<T> | null> => {
      const id = buildId(userId);
      const change = (doc: LinkDoc | null): LinkDoc | null => {
        const newLink = choose(open(doc));
        if (newLink === null) return doc;
        const { target, ...changes } = newLink;
        const state = { isOn: true, problem: null, failingSince: null, createdAt: clock().toISOString(), ...changes };
        return { id, userId, channel, ...state, sealed: encryptText(key, id, JSON.stringify(target)) };
      };
      return open(await updateDocument(documents, { space, id }, change));
    },
    /** As its member sees it. */
    present: async (userId: string): Promise<ChannelView> => {
      const link = await find(userId);
      if (link === null) return { channel, isOn: false, target: null, problem: null };
      return { channel, isOn: link.isOn, target: describeTarget(link.target), problem: link.problem };
    },
    /** What a member's file of their data says of it; null without a link. A target that cannot be read is ''. */
    exportTarget: async (userId: string): Promise<{ channel: string; target: string; since: string } | null> => {
      const doc = await documents.get<LinkDoc>(space, buildId(userId));
      const link = open(doc);
      return doc && { channel, target: link ? describeTarget(link.target) : '', since: doc.createdAt };
    },
    remove: (userId: string) => documents.remove(space, buildId(userId)),

    /** Turned on again, it starts without a problem. */
    switch: (userId: string, isOn: boolean) =>
      update(userId, () => ({ isOn, ...(isOn && { problem: null, failingSince: null }) })),
    disable: (userId: string, problem: string) => update(userId, () => ({ isOn: false, problem })),
    recordFailure: (userId: string) =>
      update(userId, ({ failingSince }) => ({ failingSince: failingSince ?? clock().getTime() })),
    recordProblem: (userId: string, problem: string) => update(userId, () => ({ problem })),
    recordSuccess: (userId: string) => update(userId, () => ({ failingSince: null, problem: null })),
  };
}
