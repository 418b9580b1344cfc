import { Brand, brandClasses, HeaderFrame } from '#web/components/layout/header-frame.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';

/** Of the home page too, so that nothing moves when it replaces its shell. */
export const homeMainClasses = 'mx-auto max-w-6xl px-4 py-5 sm:px-8 lg:py-10';

/** The home page before anything is known of its user. It is prerendered, so it sends no request. */
export function HomeShell() {
  const brand = (
    <span className={brandClasses}>
      <Brand />
    </span>
  );
  return (
    <div aria-hidden="true">
      <HeaderFrame brand={brand} />
      <div className={homeMainClasses}>
        <Skeleton className="h-8 w-44 lg:h-9 lg:w-56" />
        <Skeleton className="mt-2 mb-6 h-4 w-48 lg:mb-9" />
        <div className="grid gap-3 lg:grid-cols-[minmax(0,1.6fr)_minmax(20rem,1fr)] lg:gap-6">
          <Skeleton className="h-16 rounded-card lg:h-80" />
          <Skeleton className="h-16 rounded-card lg:h-80" />
          <Skeleton className="h-80 rounded-card" />
        </div>
      </div>
    </div>
  );
}
