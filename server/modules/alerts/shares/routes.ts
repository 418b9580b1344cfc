import type { Response } from 'express';
import { readListingText } from '#domain/figures/read-facts.ts';
import { hideContact } from '#domain/contact/find-contact.ts';
import {
  linkSharedPicture,
  shareEndpoints,
  sharePath,
  type SharedListing,
} from '#domain/member-listing/share.contract.ts';
import { presentKnownPrice } from '#domain/shared/money.contract.ts';
import { findListing, type FoundListingDoc } from '#projections/listings.ts';
import { findMemberListing } from '#projections/lists/member-listing-pages.ts';
import { type Pictures, sendPicture } from '#server/modules/pictures/index.ts';
import { getClientAddress } from '#server/platform/http/middleware/client-address.ts';
import { HttpError } from '#server/platform/http/middleware/http-error.ts';
import type { RateLimits } from '#server/platform/http/middleware/rate-limits.ts';
import { type Route, route } from '#server/platform/http/routing/route.ts';
import type { Platform } from '#server/platform/modules/platform.ts';
import { noSuchListing } from '../listings/find-listing.ts';
import type { Shares } from './shares.ts';

type ShareRoutesDeps = Pick<Platform, 'views' | 'url'> & {
  limits: Pick<RateLimits, 'change' | 'sharedListing'>;
  pictures: Pick<Pictures, 'read'>;
  shares: Shares;
};

/** How long a browser keeps a picture, in seconds. */
const pictureMaxAge = 3600;

/** Links by which members show a listing to others, and what everyone with a link sees. */
export function shareRoutes({ views, url, limits, pictures, shares }: ShareRoutesDeps): Route[] {
  const findAlerted = async (userId: string, id: string): Promise<FoundListingDoc> => {
    const [alerted, listing] = await Promise.all([findMemberListing(views, userId, id), findListing(views, id)]);
    if (alerted === null || listing === null) throw new HttpError(404, noSuchListing);
    return listing;
  };
  const openShare = async (token: string, response: Response): Promise<FoundListingDoc> => {
    response.set('X-Robots-Tag', 'noindex');
    const listing = await shares.findListing(token);
    if (listing === null) throw new HttpError(404, 'This link has ended.');
    return listing;
  };
  return [
    route(shareEndpoints.createShare, async ({ user, params: { id }, sender: { commandId }, runOnce }) => {
      await runOnce(async () => {
        await limits.change(user.id);
        await shares.create({ userId: user.id, listing: await findAlerted(user.id, id) }, commandId);
      });
      const created = await shares.findCreated(commandId);
      if (created === null) throw new HttpError(409, 'This link has ended. Create a new one.');
      const { token, ...share } = created;
      return { ...share, url: `${url()}${sharePath}${token}` };
    }),
    route(shareEndpoints.listShares, async ({ user, params: { id } }) => {
      await findAlerted(user.id, id);
      return shares.list(user.id, id);
    }),
    route(shareEndpoints.deleteShare, ({ user, params: { id }, runOnce }) => runOnce(() => shares.remove(user.id, id))),
    route(shareEndpoints.getSharedListing, async ({ request, response, params: { token } }) => {
      await limits.sharedListing(getClientAddress(request));
      return presentSharedListing(token, await openShare(token, response));
    }),
    route(shareEndpoints.getSharedPicture, async ({ request, response, params: { token, id }, query: { size } }) => {
      await limits.sharedListing(getClientAddress(request));
      const { pictureIds } = await openShare(token, response);
      const bytes = pictureIds.includes(id) ? await pictures.read(id, size) : null;
      sendPicture(response, bytes, { size, cache: `private, max-age=${pictureMaxAge}` });
    }),
  ];
}

function presentSharedListing(token: string, listing: FoundListingDoc): SharedListing {
  const { title, price, propertyType, details, pictureIds } = listing;
  const { zipCode, city, county, state, basis } = listing;
  const { address, facts } = readListingText(listing);
  return {
    title: hideContact(title),
    ...presentKnownPrice(price),
    propertyType,
    place: { address, zipCode, city, county, state, isApproximate: basis !== 'coordinates' },
    facts,
    details: hideContact(details),
    gallery: pictureIds.map((id) => linkSharedPicture(token, id)),
  };
}
