import { PageHeading } from '#web/components/layout/page-heading.tsx';
import { FoundListings } from '#web/features/found-listings/found-listings.tsx';
import { AdminFrame } from '../admin-frame.tsx';

export function FoundPage() {
  return (
    <AdminFrame>
      <main className="mx-auto grid max-w-6xl grid-cols-[minmax(0,1fr)] gap-6 px-4 py-8 sm:px-8 sm:py-10">
        <PageHeading title="Found Listings" className="text-3xl font-semibold">
          Found Listings
        </PageHeading>
        <FoundListings />
      </main>
    </AdminFrame>
  );
}
