import { type UserAlert, userDetailsEndpoints } from '#domain/user-details/contract.ts';
import { presentKnownPrice } from '#domain/shared/money.contract.ts';
import { listAlerts } from '#projections/lists/member-listing-pages.ts';
import type { MemberListingDoc } from '#projections/member-listings.ts';
import type { UserDoc } from '#projections/users.ts';
import { setPageHeaders } from '#server/platform/http/routing/paging.ts';
import { HttpError } from '#server/platform/http/middleware/http-error.ts';
import { type Route, route } from '#server/platform/http/routing/route.ts';
import { readUserDetails, type UserDetailsDeps } from './read-details.ts';

type UserDetailsRouteDeps = UserDetailsDeps & { findUser: (id: string) => Promise<UserDoc | null> };

/** The page of one user. */
export function userDetailsRoutes(deps: UserDetailsRouteDeps): Route[] {
  const { views, channels } = deps;
  const getUser = async (id: string): Promise<UserDoc> => {
    const user = await deps.findUser(id);
    if (user === null) throw new HttpError(404, 'No such user');
    return user;
  };
  return [
    route(userDetailsEndpoints.getUserDetails, async ({ params: { id }, user }) =>
      readUserDetails(deps, await getUser(id), user),
    ),

    route(userDetailsEndpoints.listUserAlerts, async (call) => {
      const user = await getUser(call.params.id);
      const { alerts, ...page } = await listAlerts(views, user.id, call.query);
      setPageHeaders(call, page);
      const outcomes = await channels.findOutcomes(
        user,
        alerts.map(({ doc }) => doc),
      );
      return alerts.map(({ doc, title }, nth) => presentAlert(doc, title, outcomes[nth] ?? []));
    }),
  ];
}

function presentAlert(doc: MemberListingDoc, title: string, outcomes: UserAlert['outcomes']): UserAlert {
  const { listingId, price, sentAt, kind } = doc;
  return { listingId, title, ...presentKnownPrice(price), sentAt, isPriceDrop: kind === 'price drop', outcomes };
}
