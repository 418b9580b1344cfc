import { joinClasses } from '#web/lib/join-classes.ts';

/** Holds the place of something that is on its way. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={joinClasses('block animate-pulse rounded-md bg-sunken', className)} />;
}
