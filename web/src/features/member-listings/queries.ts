import { type InfiniteData, infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import * as z from 'zod';
import type { ListingView } from '#domain/listing/contract.ts';
import type { ListingMarks, MarksBody } from '#domain/listing/marks.contract.ts';
import { type MemberListing, memberListingEndpoints, memberListingFilters } from '#domain/member-listing/contract.ts';
import { type Share, shareEndpoints } from '#domain/member-listing/share.contract.ts';
import { call, callText } from '#web/lib/api/api.ts';
import { callPage, type ListPage, listPages } from '#web/lib/api/list-pages.ts';
import { refetch } from '#web/lib/api/refresh-view.ts';
import type { Mutation } from '#web/lib/hooks/use-user-action.ts';
import { parseSearch } from '#web/lib/parse-search.ts';
import { saveFile } from '#web/lib/browser/save-file.ts';

export type ListingSearch = z.input<typeof memberListingFilters>;
/** The search part of the address of the page: the filters, and how their result is shown. */
export type ListingPageSearch = ListingSearch & { view?: 'map' };

/** All that the user was alerted of. A live change of 'listings' refetches them. */
export const memberListingsQuery = (search: ListingSearch) =>
  infiniteQueryOptions({
    queryKey: ['listings', 'own', search],
    ...listPages(memberListingEndpoints.listMemberListings, { query: search }),
    // The previous result stays visible while another search is under way.
    placeholderData: (before) => before,
  });

/** How many alerts the user has not seen. */
export const unreadCountQuery = queryOptions({
  queryKey: ['listings', 'unread'],
  queryFn: async ({ signal }) => {
    const query = { filter: 'unread', limit: 1 } as const;
    return (await callPage(memberListingEndpoints.listMemberListings, { query, signal })).total;
  },
});

export const memberListingQuery = (id: string) =>
  queryOptions({
    queryKey: ['listings', 'one', id],
    queryFn: ({ signal }) => call(memberListingEndpoints.getMemberListing, { params: { id }, signal }),
  });

export const markListing = (id: string): Mutation<MarksBody, ListingMarks> => ({
  send: (body) => call(memberListingEndpoints.markListing, { params: { id }, body }),
  update: (queryClient, marks) => {
    // Not refetched while it is not shown: the page begins with it.
    queryClient.setQueryData(memberListingQuery(id).queryKey, (listing) => listing && { ...listing, marks });
    return refetch(queryClient, { queryKey: ['listings'] });
  },
});

/** Marks a listing as read, without a message where that fails: it is tried again when it is next in view. */
export async function markRead(queryClient: QueryClient, id: string): Promise<void> {
  const marks = await call(memberListingEndpoints.markListing, { params: { id }, body: { read: true } });
  // Many rows are read one after the other: none of them makes the lists be fetched again.
  const show = <T extends Pick<MemberListing, 'id' | 'marks'>>(one: T): T => (one.id === id ? { ...one, marks } : one);
  queryClient.setQueriesData<InfiniteData<ListPage<MemberListing>>>(
    { queryKey: ['listings', 'own'] },
    (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, items: page.items.map(show) })) },
  );
  queryClient.setQueryData(memberListingQuery(id).queryKey, (listing) => listing && show(listing));
  queryClient.setQueryData<ListingView[]>(['listings', 'recent'], (listings) => listings?.map(show));
  queryClient.setQueryData(unreadCountQuery.queryKey, (count) => count && count - 1);
}

/** The live links of the member to a listing. A live change of 'listings' refetches them. */
export const sharesQuery = (id: string) =>
  queryOptions({
    queryKey: ['listings', 'shares', id],
    queryFn: ({ signal }) => call(shareEndpoints.listShares, { params: { id }, signal }),
  });

export const createShare = (id: string): Mutation<void, Share & { url: string }> => ({
  send: () => call(shareEndpoints.createShare, { params: { id } }),
  update: (queryClient) => refetch(queryClient, sharesQuery(id)),
});

export const deleteShare = (listingId: string): Mutation<string, undefined> => ({
  send: (id) => call(shareEndpoints.deleteShare, { params: { id } }),
  update: (queryClient) => refetch(queryClient, sharesQuery(listingId)),
});

export const downloadListings: Mutation<ListingSearch, string> = {
  send: (query) =>
    callText<typeof memberListingEndpoints.exportMemberListings>(memberListingEndpoints.exportMemberListings, {
      query,
    }),
  update: (_queryClient, text) => saveFile(new Blob([text], { type: 'text/csv' }), 'listings.csv'),
};

/** Reads the filters from the search part of an address; other parameters are ignored. */
export function parseListingFilters(search: Record<string, unknown>): ListingSearch {
  return parseSearch(memberListingFilters.shape, search);
}

/** The same, with how their result is shown. */
export function parseListingSearch(search: Record<string, unknown>): ListingPageSearch {
  return { ...parseListingFilters(search), ...parseSearch({ view: z.literal('map') }, search) };
}
