import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { AppHeader } from '#web/components/layout/app-header.tsx';
import { BackLink } from '#web/components/layout/back-link.tsx';
import { MessagePage } from '#web/components/layout/message-page.tsx';
import { QueryContent } from '#web/components/query-content.tsx';
import { offerQuery } from '#web/features/offers/queries.ts';
import { OfferView } from '#web/features/offers/offer-view.tsx';
import { LogoutButton } from '#web/features/sign-out/logout-button.tsx';
import { ApiError } from '#web/lib/api/api.ts';

/** An owner's offer, the target of the link in its alert. */
export function OfferPage() {
  const { id } = useParams({ from: '/signed-in/offers/$id' });
  const query = useQuery(offerQuery(id));
  const status = query.error instanceof ApiError ? query.error.status : null;
  if (status === 403) {
    return <MessagePage title="Members only" text="Activate your membership to see owner offers." />;
  }
  if (status === 404) return <MessagePage title="Offer not found" text="This offer is no longer available." />;
  return (
    <>
      <AppHeader>
        <BackLink to="/">Back to Home</BackLink>
        <LogoutButton />
      </AppHeader>
      <main className="mx-auto max-w-6xl px-4 py-8 sm:px-8 sm:py-10">
        <QueryContent query={query} loading="Loading the offer">
          {(offer) => <OfferView offer={offer} />}
        </QueryContent>
      </main>
    </>
  );
}
