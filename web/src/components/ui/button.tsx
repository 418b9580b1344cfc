import { type ComponentProps, useEffect, useRef } from 'react';
import { joinClasses } from '#web/lib/join-classes.ts';

type Variant = 'primary' | 'secondary' | 'quiet' | 'danger';

const variantClasses: Record<Variant, string> = {
  primary: 'bg-primary text-on-primary hover:bg-primary-strong active:translate-y-px',
  secondary: 'border border-line bg-surface text-text shadow-xs hover:border-control hover:bg-sunken',
  quiet: 'text-muted hover:bg-sunken hover:text-text',
  danger: 'bg-danger text-on-danger hover:opacity-90 active:translate-y-px',
};

const sizeClasses = { normal: 'min-h-11 px-5 py-2 text-[0.9375rem]', small: 'min-h-9 px-3.5 py-1 text-sm' };

/** The style of a button, also for links that act like one. */
export function buttonClasses(variant: Variant = 'primary', size: keyof typeof sizeClasses = 'normal'): string {
  return joinClasses(
    'tap-target inline-flex items-center justify-center gap-2 rounded-control font-semibold select-none',
    // At very large text sizes, two lines are better than a cut word.
    'text-center min-[20rem]:whitespace-nowrap',
    'transition-[background-color,border-color,color,opacity] duration-150 disabled:cursor-progress disabled:opacity-60',
    variantClasses[variant],
    sizeClasses[size],
  );
}

type ButtonProps = Omit<ComponentProps<'button'>, 'ref'> & {
  variant?: Variant;
  size?: keyof typeof sizeClasses;
  /** Whether each of two quick clicks counts, as where each is a step. */
  repeats?: boolean;
  /** While an action is pending: the button is disabled and shows this text. */
  pending?: string | false;
};

export function Button({
  variant,
  size,
  pending = false,
  repeats = false,
  className,
  children,
  disabled,
  ...rest
}: ButtonProps) {
  const { onClick } = rest;
  const button = useRef<HTMLButtonElement>(null);
  const hadFocus = useRef(false);
  const isDisabled = disabled === true || pending !== false;
  useEffect(() => {
    if (isDisabled) return;
    // A disabled button loses the focus; it gets it back, once, unless the focus has moved on.
    if (hadFocus.current && document.activeElement === document.body) button.current?.focus();
    hadFocus.current = false;
  }, [isDisabled]);
  return (
    <button
      type="button"
      {...rest}
      ref={button}
      onClick={(event) => {
        hadFocus.current = document.activeElement === event.currentTarget;
        // The second click of a double click: the action of the first may be over already.
        if (event.detail > 1 && !repeats) event.preventDefault();
        else onClick?.(event);
      }}
      disabled={isDisabled}
      aria-busy={pending !== false}
      className={joinClasses(buttonClasses(variant, size), className)}
    >
      {pending === false ? children : pending}
    </button>
  );
}
