import { pictureEndpoints } from '#domain/picture/contract.ts';
import { isAnyAdmin } from '#domain/user/permissions.ts';
import { findMemberListing } from '#projections/member-listing-pages.ts';
import type { ViewReader } from '#projections/store/port.ts';
import type { UserDoc } from '#projections/users.ts';
import { HttpError } from '#server/platform/http/middleware/http-error.ts';
import { type Route, route } from '#server/platform/http/routing/route.ts';
import type { PictureDoc, Pictures } from './pictures.ts';
import { pictureTypes } from './process-picture.ts';

type PictureRoutesDeps = { views: ViewReader; pictures: Pick<Pictures, 'find' | 'read'> };

const yearSeconds = 31_536_000;

export function pictureRoutes({ views, pictures }: PictureRoutesDeps): Route[] {
  return [
    route(pictureEndpoints.getPicture, async ({ params: { id }, query: { size }, user, response }) => {
      const doc = await pictures.find(id);
      const bytes = doc && (await mayRead(views, user, doc)) ? await pictures.read(id, size) : null;
      if (bytes === null) throw new HttpError(404, 'No such picture');
      response.set({
        'Cache-Control': `private, max-age=${yearSeconds}, immutable`,
        'Content-Disposition': 'inline',
      });
      response.type(pictureTypes[size]).send(bytes);
    }),
  ];
}

async function mayRead(views: ViewReader, user: UserDoc, { use, listingId }: PictureDoc): Promise<boolean> {
  if (isAnyAdmin(user.role) || use === 'announced') return true;
  return listingId !== null && (await findMemberListing(views, user.id, listingId)) !== null;
}
