import { MatchExplanationButton } from '#web/features/match-explanation/match-explanation-button.tsx';
import { PageHeading } from '#web/components/layout/page-heading.tsx';
import { ReviewQueue } from '#web/features/review/review-queue.tsx';
import { AdminFrame } from '../admin-frame.tsx';

export function ReviewPage() {
  return (
    <AdminFrame>
      <main className="mx-auto grid max-w-6xl grid-cols-[minmax(0,1fr)] gap-6 px-4 py-8 sm:px-8 sm:py-10">
        <div className="flex flex-wrap items-center justify-between gap-4">
          <PageHeading title="Review Queue" className="text-3xl font-semibold">
            Review Queue
          </PageHeading>
          <MatchExplanationButton />
        </div>
        <ReviewQueue />
      </main>
    </AdminFrame>
  );
}
