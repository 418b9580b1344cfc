import { queryOptions } from '@tanstack/react-query';
import { foundListingEndpoints } from '#domain/listing/found-listings.contract.ts';
import { userEndpoints } from '#domain/user/admin.contract.ts';
import { call } from '#web/lib/api/api.ts';
import type { PaletteItem } from './palette-item.ts';

const maxHits = 5;
/** A shorter text would find almost everything. */
const minLength = 2;

/** Users by email or ZIP, then listings by title, place or link. */
export const paletteQuery = (q: string) =>
  queryOptions({
    queryKey: ['palette', q],
    queryFn: async ({ signal }): Promise<PaletteItem[]> => {
      const query = { q, limit: maxHits };
      const [users, listings] = await Promise.all([
        call(userEndpoints.listUsers, { query, signal }),
        call(foundListingEndpoints.listFoundListings, { query, signal }),
      ]);
      return [
        ...users.map(({ id, email, zipCode }) => ({
          kind: 'User' as const,
          label: email,
          detail: zipCode ?? '',
          target: { to: '/admin/users/$id', params: { id } } as const,
        })),
        ...listings.map(({ id, title, priceText, place }) => ({
          kind: 'Listing' as const,
          key: id,
          label: title,
          detail: [priceText, place.city, place.state].filter(Boolean).join(', '),
          target: { to: '/admin/found', search: { q: id } } as const,
        })),
      ];
    },
    enabled: q.length >= minLength,
    placeholderData: (before) => before,
    gcTime: 0,
  });
