import { Skeleton } from '#web/components/ui/skeleton.tsx';

/** Without the code of a message, which the line of a phone loads later. */
export function AnnouncementSkeleton() {
  return <Skeleton className="h-[1.55em] w-3/5" />;
}
