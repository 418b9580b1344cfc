import { join } from 'node:path';
import type { LeasedViewStore } from '#projections/store/port.ts';
import { openSqliteViewStore } from '#projections/store/sqlite/sqlite.ts';
import { openSqliteViewsCopy, sealSqliteViews, type ViewsCopy } from '#projections/store/sqlite/copy.ts';

export type { ViewsCopy };

/** The file of views that lie beside those of the product: of a moment of the past, in a folder of their own. */
export const sideFile = 'views.sqlite';

/** Views to be built in a folder, whatever engine keeps those of the product. */
export function openSideViews(folder: string): LeasedViewStore {
  return openSqliteViewStore(join(folder, sideFile));
}

/** Makes those in a folder, once closed, ones that are only read. */
export function sealSideViews(folder: string): void {
  sealSqliteViews(join(folder, sideFile));
}

export function openSealedViews(folder: string): ViewsCopy {
  return openSqliteViewsCopy(join(folder, sideFile));
}
