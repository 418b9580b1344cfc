import { DropdownMenu } from 'radix-ui';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { joinClasses } from '#web/lib/join-classes.ts';
import { buttonClasses } from '../button.tsx';

type MenuProps = {
  /** The button that opens the menu: an element that takes a ref and a click handler. */
  trigger: ReactNode;
  children: ReactNode;
  align?: 'start' | 'end';
};

/** A menu below a button; it is not modal, so nothing has to be locked or moved. */
export function Menu({ trigger, children, align = 'start' }: MenuProps) {
  // Rendered within the page's main landmark, to which it belongs.
  const [main, setMain] = useState<Element | null>(null);
  return (
    <DropdownMenu.Root modal={false} onOpenChange={() => setMain(document.querySelector('main'))}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal container={main}>
        <DropdownMenu.Content
          align={align}
          sideOffset={6}
          collisionPadding={12}
          className="z-40 max-h-[var(--radix-dropdown-menu-content-available-height)] min-w-44 animate-appear overflow-y-auto rounded-xl border border-line bg-surface p-1.5 text-sm shadow-float"
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

type MenuItemProps = Omit<ComponentProps<typeof DropdownMenu.Item>, 'className'> & { tone?: 'normal' | 'danger' };

export function MenuItem({ tone = 'normal', ...props }: MenuItemProps) {
  return (
    <DropdownMenu.Item
      {...props}
      className={joinClasses(
        'flex min-h-10 cursor-default items-center gap-2.5 rounded-lg px-3 font-medium outline-hidden select-none',
        'data-disabled:opacity-50 data-highlighted:bg-sunken',
        'focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-focus',
        tone === 'danger' && 'text-danger',
      )}
    />
  );
}

export function MenuTrigger({ className, ...props }: ComponentProps<'button'>) {
  return (
    <button
      type="button"
      {...props}
      className={joinClasses(buttonClasses('secondary', 'small'), 'disabled:cursor-not-allowed', className)}
    />
  );
}
