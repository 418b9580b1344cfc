import { createElement, useEffect, useState } from 'react';
import { Button } from '#web/components/ui/button.tsx';
import { SearchIcon } from '#web/components/ui/page-icons.tsx';
import { useLazyComponent } from '#web/lib/hooks/use-lazy-component.ts';
import type { PaletteItem } from './palette-item.ts';

const loadDialog = () => import('./palette-dialog.tsx');

/** The button that finds users, listings, pages and actions; Ctrl+K and Cmd+K open the same. */
export function CommandPalette({ pages }: { pages: readonly PaletteItem[] }) {
  const [isOpen, setOpen] = useState(false);
  const Dialog = useLazyComponent(isOpen, loadDialog, 'PaletteDialog');
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isShortcut = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
      if (!isShortcut || event.altKey || event.shiftKey || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        title="Ctrl+K or ⌘K"
        onClick={() => setOpen(true)}
      >
        <SearchIcon />
        Find
      </Button>
      {isOpen && Dialog && createElement(Dialog, { pages, close: () => setOpen(false) })}
    </>
  );
}
