import type { Response } from 'express';
import { pictureEndpoints, type PictureSize } from '#domain/picture/contract.ts';
import { isAnyAdmin } from '#domain/user/permissions.ts';
import { buildSavedListingId, findMemberListing } from '#projections/lists/member-listing-pages.ts';
import type { ViewReader } from '#projections/store/port.ts';
import type { UserDoc } from '#projections/users.ts';
import { HttpError } from '#server/platform/http/middleware/http-error.ts';
import { type Route, route } from '#server/platform/http/routing/route.ts';
import type { PictureDoc, Pictures } from './pictures.ts';
import { pictureTypes } from './process-picture.ts';
import type { SavedPictures } from './saved-pictures.ts';

type PictureRoutesDeps = {
  views: ViewReader;
  pictures: Pick<Pictures, 'find' | 'read'>;
  savedPictures: SavedPictures;
};

const yearSeconds = 31_536_000;
const hourSeconds = 3600;

export function pictureRoutes({ views, pictures, savedPictures }: PictureRoutesDeps): Route[] {
  return [
    route(pictureEndpoints.getPicture, async ({ params: { id }, query: { size }, user, response }) => {
      const saved = findSavedAddress(user, id);
      if (saved !== null) {
        const bytes = await savedPictures.read(user.id, saved, size);
        sendPicture(response, bytes, { size, cache: `private, max-age=${hourSeconds}` });
        return;
      }
      const doc = await pictures.find(id);
      const bytes = doc && (await mayRead(views, user, doc)) ? await pictures.read(id, size) : null;
      sendPicture(response, bytes, { size, cache: `private, max-age=${yearSeconds}, immutable` });
    }),

    route(pictureEndpoints.previewPicture, async ({ query: { address }, response }) =>
      sendPicture(response, await savedPictures.preview(address), { size: 'small', cache: 'no-store' }),
    ),
  ];
}

type PictureHead = { size: PictureSize; cache: string };

/** Throws HttpError 404 without a picture. */
export function sendPicture(response: Response, bytes: Buffer | null, { size, cache }: PictureHead): void {
  if (bytes === null) throw new HttpError(404, 'No such picture');
  response.set({ 'Cache-Control': cache, 'Content-Disposition': 'inline' }).type(pictureTypes[size]).send(bytes);
}

/** The address of a listing that an admin saved for the user, by the id that the list shows. */
function findSavedAddress(user: UserDoc, id: string): string | null {
  const saved = user.recentListings.find((listing, index) => buildSavedListingId(listing, index) === id);
  return saved === undefined || saved.imageUrl === '' ? null : saved.imageUrl;
}

async function mayRead(views: ViewReader, user: UserDoc, { use, listingId }: PictureDoc): Promise<boolean> {
  if (isAnyAdmin(user.role) || use === 'announced') return true;
  return listingId !== null && (await findMemberListing(views, user.id, listingId)) !== null;
}
