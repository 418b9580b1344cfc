import { type ComponentProps, type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { joinClasses } from '#web/lib/join-classes.ts';

type TabsProps = {
  label: string;
  tabs: readonly { title: string; content: ReactNode }[];
  listClassName?: string;
  /** Attributes of what is below the tabs. */
  panel: Pick<ComponentProps<'div'>, 'className' | 'tabIndex'>;
};

/** Tabs as ARIA's pattern describes them: the arrow keys, Home and End show another one. */
export function Tabs({ label, tabs, listClassName, panel }: TabsProps) {
  const id = useId();
  const [shown, setShown] = useState(0);
  const showByKey = (event: KeyboardEvent<HTMLDivElement>) => {
    const targets: Partial<Record<string, number>> = { ArrowLeft: shown - 1, ArrowRight: shown + 1, Home: 0, End: -1 };
    const target = targets[event.key];
    // With a modifier an arrow key is the browser's: it may leave the page.
    if (target === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const next = (target + tabs.length) % tabs.length;
    setShown(next);
    event.currentTarget.querySelectorAll('button')[next]?.focus();
  };
  return (
    <>
      <div
        role="tablist"
        aria-label={label}
        onKeyDown={showByKey}
        className={joinClasses('grid auto-cols-fr grid-flow-col gap-1 rounded-xl bg-sunken p-1', listClassName)}
      >
        {tabs.map(({ title }, index) => (
          <button
            key={title}
            type="button"
            role="tab"
            id={`${id}-${index}`}
            aria-selected={index === shown}
            aria-controls={id}
            tabIndex={index === shown ? 0 : -1}
            onClick={() => setShown(index)}
            className={joinClasses(
              'min-h-10 min-w-0 rounded-lg px-2 py-1.5 font-semibold sm:px-4 text-muted transition-colors hover:text-text',
              'aria-selected:bg-raised aria-selected:text-text aria-selected:shadow-xs',
            )}
          >
            {title}
          </button>
        ))}
      </div>
      <div key={shown} role="tabpanel" id={id} aria-labelledby={`${id}-${shown}`} {...panel}>
        {tabs[shown]?.content}
      </div>
    </>
  );
}
