import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useId, useState } from 'react';
import { Dialog } from '#web/components/ui/overlay/dialog.tsx';
import { controlClasses } from '#web/components/ui/form/field.tsx';
import { useDebouncedValue } from '#web/lib/hooks/use-debounced-value.ts';
import { joinClasses } from '#web/lib/join-classes.ts';
import { filterItems, type PaletteItem } from './palette-item.ts';
import { paletteQuery } from './queries.ts';

const debounceMs = 250;

type PaletteDialogProps = { pages: readonly PaletteItem[]; close: () => void };

/** A combobox as ARIA's pattern describes it: the focus stays in the field, the arrow keys choose. */
export function PaletteDialog({ pages, close }: PaletteDialogProps) {
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const { items, state } = useItems(pages, text);
  const navigate = useNavigate();
  const listId = useId();
  const open = (item: PaletteItem | undefined) => {
    if (!item) return;
    close();
    void navigate(item.target);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Enter') open(items[chosen]);
    else if (step !== undefined && items.length > 0) setChosen((chosen + step + items.length) % items.length);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title="Find" onClose={close}>
      <input
        type="search"
        role="combobox"
        aria-label="Users, listings, pages and actions"
        placeholder="Email, ZIP, title, page…"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={items[chosen] ? `${listId}-${chosen}` : undefined}
        autoComplete="off"
        spellCheck={false}
        maxLength={254}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          setChosen(0);
        }}
        onKeyDown={onKeyDown}
        className={joinClasses(controlClasses, 'mt-4')}
      />
      <ul role="listbox" id={listId} aria-label="Results" className="mt-3 grid h-80 content-start overflow-y-auto">
        {items.map((item, index) => (
          <Option
            key={`${item.kind} ${item.key ?? item.label}`}
            id={`${listId}-${index}`}
            item={item}
            isChosen={index === chosen}
            open={() => open(item)}
          />
        ))}
      </ul>
      <p role="status" className="text-sm text-muted">
        {state}
      </p>
    </Dialog>
  );
}

/** Pages and actions at once, users and listings as they are found. */
function useItems(pages: readonly PaletteItem[], text: string) {
  const trimmed = text.trim();
  const { data, isFetching, error } = useQuery(paletteQuery(useDebouncedValue(trimmed, debounceMs)));
  const items = [...filterItems(pages, trimmed), ...(trimmed === '' ? [] : (data ?? []))];
  if (error) return { items, state: error.message };
  if (isFetching) return { items, state: 'Searching…' };
  return { items, state: items.length === 0 ? 'Nothing found. Try an email, a ZIP or words of a title.' : '' };
}

type OptionProps = { id: string; item: PaletteItem; isChosen: boolean; open: () => void };

function Option({ id, item: { kind, label, detail }, isChosen, open }: OptionProps) {
  return (
    <li
      id={id}
      role="option"
      aria-selected={isChosen}
      ref={(element) => {
        if (isChosen) element?.scrollIntoView({ block: 'nearest' });
      }}
      onClick={open}
      className="flex min-h-11 cursor-pointer items-center justify-between gap-3 rounded-control px-3 py-1.5 text-sm hover:bg-sunken aria-selected:bg-sunken"
    >
      <span className="min-w-0">
        <span className="block font-semibold wrap-anywhere">{label}</span>
        {detail !== '' && <span className="block text-muted">{detail}</span>}
      </span>
      <span className="shrink-0 text-xs text-muted">{kind}</span>
    </li>
  );
}
