import { type ReactNode, useEffect, useRef } from 'react';
import { setPageTitle } from '#web/lib/document-title.ts';
import { joinClasses } from '#web/lib/join-classes.ts';
import { consumeNavigation } from '#web/lib/focus/focus-on-navigation.ts';

type PageHeadingProps = { title: string; className?: string; children: ReactNode };

/** The heading of a page: sets the document title, and takes the focus after a navigation from another page. */
export function PageHeading({ title, className, children }: PageHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    setPageTitle(title);
  }, [title]);
  useEffect(() => {
    // The router controls the scroll position: the top, or the restored one.
    if (consumeNavigation()) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <h1 ref={heading} tabIndex={-1} className={joinClasses('tracking-tight text-balance', className)}>
      {children}
    </h1>
  );
}
