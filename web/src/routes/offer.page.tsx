import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { MessagePage } from '#web/components/layout/message-page.tsx';
import { QueryContent } from '#web/components/query-content.tsx';
import { offerQuery } from '#web/features/offers/queries.ts';
import { OfferView } from '#web/features/offers/offer-view.tsx';
import { ApiError } from '#web/lib/api/api.ts';
import { MemberPage } from './member-page.tsx';

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
    <MemberPage back={{ to: '/', children: 'Back to Home' }}>
      <QueryContent query={query} loading="Loading the offer">
        {(offer) => <OfferView offer={offer} />}
      </QueryContent>
    </MemberPage>
  );
}
