import type { NavigateOptions } from '@tanstack/react-router';

/** A target of the palette; `key` tells two of the same name apart. */
export type PaletteItem = {
  kind: 'Page' | 'Action' | 'User' | 'Listing';
  key?: string;
  label: string;
  detail: string;
  target: NavigateOptions;
};

/** The items that contain all words of a text, in any case. */
export function filterItems(items: readonly PaletteItem[], text: string): PaletteItem[] {
  const words = text.toLowerCase().split(/\s+/);
  return items.filter(({ label }) => words.every((word) => label.toLowerCase().includes(word)));
}
