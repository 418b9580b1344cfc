import { ChevronDownIcon } from '#web/components/ui/icons.tsx';
import { joinClasses } from '#web/lib/join-classes.ts';

type EmailCellProps = { email: string; isOpen: boolean; toggle: () => void };

/** Opens and closes the content below the row. */
export function EmailCell({ email, isOpen, toggle }: EmailCellProps) {
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      aria-label={`Listings of ${email}`}
      title={email}
      onClick={toggle}
      className="flex max-w-full min-h-9 items-center gap-1.5 rounded-lg text-left font-medium hover:text-primary"
    >
      <ChevronDownIcon
        className={joinClasses('size-4 shrink-0 text-muted transition-transform', !isOpen && '-rotate-90')}
      />
      <span className="truncate">{email}</span>
    </button>
  );
}
