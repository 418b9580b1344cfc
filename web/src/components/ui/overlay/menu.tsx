import { DropdownMenu } from 'radix-ui';
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react';
import { joinClasses } from '#web/lib/join-classes.ts';
import { buttonClasses } from '../button.tsx';
import { ChevronDownIcon } from '../icons.tsx';
import { CheckIcon } from '../page-icons.tsx';

type MenuProps = {
  /** The button that opens the menu: an element that takes a ref and a click handler. */
  trigger: ReactNode;
  children: ReactNode;
  align?: 'start' | 'end';
  /** How it was opened before it was rendered; null for not yet. */
  openedBy?: OpenedBy | null;
};

export type OpenedBy = 'pointer' | 'keyboard';

/** A menu below a button; it is not modal, so nothing has to be locked or moved. */
export function Menu({ trigger, children, align = 'start', openedBy = null }: MenuProps) {
  // Rendered within the page's main landmark, to which it belongs.
  const [main, setMain] = useState<Element | null>(() => (openedBy === null ? null : findMain()));
  const content = useRef<HTMLDivElement>(null);
  // Radix does so where it has seen the key.
  useEffect(() => {
    if (openedBy === 'keyboard') content.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus();
  }, [openedBy]);
  return (
    <DropdownMenu.Root modal={false} defaultOpen={openedBy !== null} onOpenChange={() => setMain(findMain())}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal container={main}>
        <DropdownMenu.Content
          ref={content}
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

const findMain = () => document.querySelector('main');

const itemClasses = joinClasses(
  'flex min-h-10 cursor-default items-center gap-2.5 pointer-coarse:min-h-11 rounded-lg px-3 font-medium outline-hidden select-none',
  'data-disabled:opacity-50 data-highlighted:bg-sunken',
  'focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-focus',
);

type MenuItemProps = Omit<ComponentProps<typeof DropdownMenu.Item>, 'className'> & { tone?: 'normal' | 'danger' };

export function MenuItem({ tone = 'normal', ...props }: MenuItemProps) {
  return <DropdownMenu.Item {...props} className={joinClasses(itemClasses, tone === 'danger' && 'text-danger')} />;
}

type MenuCheckProps = { isOn: boolean; onChange: (isOn: boolean) => void; children: ReactNode };

/** Something on or off; the menu stays open for the next one. */
export function MenuCheck({ isOn, onChange, children }: MenuCheckProps) {
  return (
    <DropdownMenu.CheckboxItem
      checked={isOn}
      onCheckedChange={onChange}
      onSelect={(event) => event.preventDefault()}
      className={joinClasses(itemClasses, 'justify-between')}
    >
      {children}
      <DropdownMenu.ItemIndicator>
        <CheckIcon className="size-3.5 text-primary" />
      </DropdownMenu.ItemIndicator>
    </DropdownMenu.CheckboxItem>
  );
}

/** A button that opens a menu. */
export function MenuTrigger({ className, children, ...props }: ComponentProps<'button'>) {
  return (
    <button
      type="button"
      {...props}
      className={joinClasses(buttonClasses('secondary', 'small'), 'disabled:cursor-not-allowed', className)}
    >
      {children}
      <ChevronDownIcon className="size-4" />
    </button>
  );
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return (
    <DropdownMenu.Label className="px-3 pt-1.5 pb-0.5 text-xs font-semibold text-muted">{children}</DropdownMenu.Label>
  );
}

export function MenuSeparator() {
  return <DropdownMenu.Separator className="-mx-1.5 my-1.5 h-px bg-line" />;
}

type MenuChoiceProps<Value extends string> = {
  label: string;
  value: Value;
  choices: readonly (readonly [Value, name: string])[];
  onChange: (value: Value) => void;
};

/** One of several values; the menu stays open, so that another can be tried. */
export function MenuChoice<Value extends string>({ label, value, choices, onChange }: MenuChoiceProps<Value>) {
  return (
    <DropdownMenu.RadioGroup value={value} aria-label={label}>
      <MenuLabel>{label}</MenuLabel>
      {choices.map(([choice, name]) => (
        <DropdownMenu.RadioItem
          key={choice}
          value={choice}
          onSelect={(event) => {
            event.preventDefault();
            onChange(choice);
          }}
          className={joinClasses(itemClasses, 'justify-between')}
        >
          {name}
          <DropdownMenu.ItemIndicator>
            <CheckIcon className="size-3.5 text-primary" />
          </DropdownMenu.ItemIndicator>
        </DropdownMenu.RadioItem>
      ))}
    </DropdownMenu.RadioGroup>
  );
}
