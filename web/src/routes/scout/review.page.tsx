import { MatchExplanationButton } from '#web/features/match-explanation/match-explanation-button.tsx';
import { ReviewQueue } from '#web/features/review/review-queue.tsx';
import { AdminPage } from '../admin-page.tsx';

export function ReviewPage() {
  return (
    <AdminPage title="Review Queue" action={<MatchExplanationButton />}>
      <ReviewQueue />
    </AdminPage>
  );
}
