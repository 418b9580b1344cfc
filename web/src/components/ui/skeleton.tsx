import { joinClasses } from '#web/lib/join-classes.ts';

/** A placeholder for content that is loading. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={joinClasses('block animate-pulse rounded-md bg-sunken', className)} />;
}
