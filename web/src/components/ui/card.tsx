import { type ComponentProps, type ReactNode, useId } from 'react';
import { joinClasses } from '#web/lib/join-classes.ts';

type CardProps = Omit<ComponentProps<'section'>, 'title'> & {
  title: string;
  /** Content beside the title: a count, a state. */
  aside?: ReactNode;
  description?: ReactNode;
};

/** A titled region of a page. */
export function Card({ title, aside, description, className, children, ...rest }: CardProps) {
  const headingId = useId();
  return (
    <section
      aria-labelledby={headingId}
      className={joinClasses('min-w-0 rounded-card border border-line bg-surface p-5 shadow-card sm:p-6', className)}
      {...rest}
    >
      <header className="mb-4">
        <div className="flex min-h-7 flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <h2 id={headingId} className="text-lg font-semibold tracking-tight">
            {title}
          </h2>
          {aside}
        </div>
        {description && <p className="mt-1 text-sm text-pretty text-muted">{description}</p>}
      </header>
      {children}
    </section>
  );
}
