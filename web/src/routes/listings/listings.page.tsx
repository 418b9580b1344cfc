import { PageHeading } from '#web/components/layout/page-heading.tsx';
import { MemberListings } from '#web/features/member-listings/member-listings.tsx';
import { useScrollRestoration } from '#web/lib/hooks/use-scroll-restoration.ts';
import { MemberPage } from '../member-page.tsx';

/** All listings that were ever sent to the user. */
export function ListingsPage() {
  useScrollRestoration();
  return (
    <MemberPage back={{ to: '/', children: 'Back to Home' }}>
      {/* As high as the window, so that listings that arrive move no footer that is in view. */}
      <div className="grid min-h-dvh grid-cols-[minmax(0,1fr)] content-start gap-6">
        <PageHeading title="Listings" className="text-3xl font-semibold">
          Listings
        </PageHeading>
        <MemberListings />
      </div>
    </MemberPage>
  );
}
