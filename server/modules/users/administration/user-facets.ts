import type { UserFacets } from '#domain/user/admin.contract.ts';
import { optionalTypes } from '#domain/listing/property-types.contract.ts';
import type { UserWhere } from '#projections/lists/user-list.ts';
import { loadGazetteer } from '#server/modules/geo/index.ts';

export type FacetDeps = {
  /** The ids of the users whose current address bounces. */
  listBouncing: () => Promise<string[]>;
};

/** The facets as conditions of the view. */
export async function toConditions(deps: FacetDeps, facets: UserFacets): Promise<UserWhere> {
  const { membership, role, request, notification, zip, bounced, type } = facets;
  const flag = optionalTypes.find(({ id }) => id === type)?.flag;
  return {
    ...(membership && { membershipStatus: membership }),
    ...(role && { role }),
    ...(request !== undefined && { requestedHigherLimit: request }),
    ...(notification && { notificationPreference: notification }),
    ...(zip !== undefined && { zipCode: await toZipCondition(zip) }),
    ...(bounced !== undefined && { id: await toBounceCondition(deps, bounced) }),
    ...(flag && { [flag]: true }),
  };
}

async function toBounceCondition({ listBouncing }: FacetDeps, bounced: boolean) {
  const ids = await listBouncing();
  return bounced ? { in: ids } : { notIn: ids };
}

async function toZipCondition(zip: string) {
  if (zip === 'none') return null;
  return /^\d/.test(zip) ? zip : { in: (await loadGazetteer()).listZips(zip) };
}
