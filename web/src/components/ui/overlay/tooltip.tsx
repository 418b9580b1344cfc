import { type ReactNode, useId, useState } from 'react';

type TooltipProps = { tip: ReactNode; children: ReactNode };

/** Shows details of a piece of text on hover or focus, until Escape. */
export function Tooltip({ tip, children }: TooltipProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <span className="relative inline-block" onPointerEnter={() => setOpen(true)} onPointerLeave={() => setOpen(false)}>
      <button
        type="button"
        aria-describedby={open ? id : undefined}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={({ key }) => key === 'Escape' && setOpen(false)}
        className="cursor-help rounded-sm text-left underline decoration-control decoration-dotted underline-offset-4"
      >
        {children}
      </button>
      {open && (
        <span
          id={id}
          role="tooltip"
          className="absolute bottom-full left-0 z-20 w-max max-w-[min(18rem,80vw)] animate-appear pb-1.5 text-sm"
        >
          <span className="block rounded-lg bg-text px-2.5 py-1.5 font-medium text-bg shadow-float">{tip}</span>
        </span>
      )}
    </span>
  );
}
