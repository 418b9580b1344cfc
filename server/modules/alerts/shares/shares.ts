import { createHmac, hash } from 'node:crypto';
import { maxShares, type Share, shareDays } from '#domain/member-listing/share.contract.ts';
import { findListings, type FoundListingDoc } from '#projections/listings.ts';
import { documentSpaces } from '#projections/store/document-spaces.ts';
import { listAll } from '#projections/store/list-all.ts';
import { updateDocument } from '#projections/store/update-document.ts';
import { dayMs } from '#server/lib/clock.ts';
import { createKeyedMutex } from '#server/lib/keyed-mutex.ts';
import { HttpError } from '#server/platform/http/middleware/http-error.ts';
import type { ViewDeps } from '#server/platform/modules/platform.ts';

const space = documentSpaces.shares;
const tokenBytes = 16;

/** `id` is the hash of the token. `foundAt` is that of the listing: one that was withdrawn and found again has another. */
type ShareDoc = Share & { userId: string; listingId: string; foundAt: string };
type NewShare = { userId: string; listing: FoundListingDoc };

export type Shares = ReturnType<typeof createShares>;

/** Links by which members show one listing to people without an account. Only the hashes of their tokens are stored. */
export function createShares({ documents, views, clock, key }: ViewDeps & { key: Buffer }) {
  const userMutex = createKeyedMutex();
  /** A command has one token, so that its repetition shows the same. */
  const deriveToken = (commandId: string) =>
    createHmac('sha256', key).update(commandId).digest().subarray(0, tokenBytes).toString('base64url');
  const find = (token: string) => documents.get<ShareDoc>(space, toShareId(token));

  const selectLive = async (docs: ShareDoc[]): Promise<{ doc: ShareDoc; listing: FoundListingDoc }[]> => {
    const now = clock().toISOString();
    const found = await findListings(
      views,
      docs.map(({ listingId }) => listingId),
    );
    return docs.flatMap((doc, index) => {
      const listing = found[index];
      const isLive = listing?.status === 'found' && listing.foundAt === doc.foundAt && doc.expiresAt > now;
      return isLive ? [{ doc, listing }] : [];
    });
  };
  const listLive = async (userId: string) => selectLive(await listAll<ShareDoc>(documents, space, { userId }));

  const add = async ({ userId, listing }: NewShare, commandId: string) => {
    if ((await listLive(userId)).length >= maxShares)
      throw new HttpError(409, `You can share at most ${maxShares} links at a time. Stop sharing one first.`);
    const expires = clock().getTime() + shareDays * dayMs;
    const doc = { userId, listingId: listing.id, foundAt: listing.foundAt, expiresAt: new Date(expires).toISOString() };
    const id = toShareId(deriveToken(commandId));
    await updateDocument(
      documents,
      { space, id, expires: () => expires },
      (stored: ShareDoc | null) => stored ?? { id, ...doc },
    );
  };

  return {
    /** Throws HttpError 409 for a withdrawn listing, and where the member has too many. */
    create: async (share: NewShare, commandId: string): Promise<void> => {
      if (share.listing.status !== 'found')
        throw new HttpError(409, 'This listing is no longer available, so it cannot be shared.');
      await userMutex(share.userId, () => add(share, commandId));
    },
    /** The link that a command created; null where it has ended. */
    findCreated: async (commandId: string): Promise<(Share & { token: string }) | null> => {
      const token = deriveToken(commandId);
      const doc = await find(token);
      return doc && { ...presentShare(doc), token };
    },
    /** The links of a member to a listing, the newest last. */
    list: async (userId: string, listingId: string): Promise<Share[]> =>
      (await listLive(userId))
        .flatMap(({ doc }) => (doc.listingId === listingId ? [presentShare(doc)] : []))
        .toSorted((some, other) => (some.expiresAt < other.expiresAt ? -1 : 1)),
    /** The listing of a link; null where it has ended. */
    findListing: async (token: string): Promise<FoundListingDoc | null> => {
      const doc = await find(token);
      const [live] = doc ? await selectLive([doc]) : [];
      return live?.listing ?? null;
    },
    /** Throws HttpError 404 for a link that is not of this member. */
    remove: async (userId: string, id: string): Promise<void> => {
      const doc = await documents.get<ShareDoc>(space, id);
      if (doc?.userId !== userId) throw new HttpError(404, 'No such link');
      await documents.remove(space, id);
    },
  };
}

function presentShare({ id, expiresAt }: ShareDoc): Share {
  return { id, expiresAt };
}

function toShareId(token: string): string {
  return hash('sha256', token, 'base64url');
}
