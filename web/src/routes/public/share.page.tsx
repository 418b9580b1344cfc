import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { MessagePage } from '#web/components/layout/message-page.tsx';
import { PublicHeader } from '#web/components/layout/public-header.tsx';
import { QueryContent } from '#web/components/query-content.tsx';
import { sharedListingQuery } from '#web/features/shared-listing/queries.ts';
import { SharedListingView } from '#web/features/shared-listing/shared-listing-view.tsx';
import { ApiError } from '#web/lib/api/api.ts';

/** One listing that a member shares by a link. */
export function SharePage(): ReactNode {
  const { token } = useParams({ from: '/share/$token' });
  const query = useQuery(sharedListingQuery(token));
  const hasEnded = query.error instanceof ApiError && query.error.status === 404;
  return (
    <>
      <meta name="robots" content="noindex" />
      {hasEnded ? (
        <MessagePage title="This link has ended." text="Ask the person who shared it for a new one." />
      ) : (
        <>
          {/* Most visitors have no account: a way back would lead them to sign-in. */}
          <PublicHeader hasBackLink={false} />
          <main className="mx-auto min-h-dvh max-w-3xl px-5 py-8 sm:px-8 sm:py-10">
            <QueryContent query={query} loading="Loading the listing">
              {(listing) => <SharedListingView listing={listing} />}
            </QueryContent>
          </main>
        </>
      )}
    </>
  );
}
