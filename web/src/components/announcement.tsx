import { lazy, Suspense } from 'react';
import { Skeleton } from './ui/skeleton.tsx';

// What makes HTML safe to show is loaded where there is some.
const AnnouncementHtml = lazy(() =>
  import('./announcement-html.tsx').then(
    ({ AnnouncementHtml }) => ({ default: AnnouncementHtml }),
    () => ({ default: NotShown }),
  ),
);

/** A message as members see it; an empty one is none. */
export function Announcement({ html }: { html: string }) {
  if (html.trim() === '') return <p className="text-muted">No announcements at this time.</p>;
  return (
    <Suspense fallback={<AnnouncementLoading />}>
      <AnnouncementHtml html={html} />
    </Suspense>
  );
}

export function AnnouncementLoading() {
  return <Skeleton className="h-[1.55em] w-3/5" />;
}

function NotShown() {
  return <p className="text-muted">The announcement could not be shown. Load the page again to read it.</p>;
}
