import { Link } from '@tanstack/react-router';
import { AppHeader } from '#web/components/app-header.tsx';
import { MessagePage } from '#web/components/message-page.tsx';
import { PageHeading } from '#web/components/page-heading.tsx';
import { buttonClasses } from '#web/components/ui/button.tsx';
import { ArrowLeftIcon } from '#web/components/ui/icons.tsx';
import { ReviewQueue } from '#web/features/review/review-queue.tsx';
import { LogoutButton } from '#web/features/session/logout-button.tsx';
import { useAuth } from '#web/lib/auth.tsx';

export function ReviewPage() {
  const { user } = useAuth();
  if (!user) return null;
  if (!user.isAdmin && !user.isHelperAdmin) {
    return <MessagePage title="Access Denied" text="This page is for administrators." />;
  }
  return (
    <>
      <AppHeader>
        <Link to="/admin" className={buttonClasses('secondary', 'small')}>
          <ArrowLeftIcon />
          Admin Dashboard
        </Link>
        <LogoutButton />
      </AppHeader>
      <main className="mx-auto grid max-w-6xl grid-cols-[minmax(0,1fr)] gap-6 px-4 py-8 sm:px-8 sm:py-10">
        <PageHeading title="Review Queue" className="text-3xl font-semibold">
          Review Queue
        </PageHeading>
        <ReviewQueue />
      </main>
    </>
  );
}
