import { join } from 'node:path';
import type { LeasedViewStore } from '#projections/store/port.ts';
import { openSqliteViewStore } from '#projections/store/sqlite/sqlite.ts';
import { openSqliteViewsCopy, freezeSqliteViews, type ViewsCopy } from '#projections/store/sqlite/views-copy.ts';

export type { ViewsCopy };

/** The file of point-in-time views, in a folder of their own. */
export const scratchViewsFile = 'views.sqlite';

/** Views to be built in a folder, whatever engine stores those of the product. */
export function openScratchViews(folder: string): LeasedViewStore {
  return openSqliteViewStore(join(folder, scratchViewsFile));
}

/** Makes closed views in a folder read-only. */
export function makeScratchViewsReadOnly(folder: string): void {
  freezeSqliteViews(join(folder, scratchViewsFile));
}

export function openReadOnlyViews(folder: string): ViewsCopy {
  return openSqliteViewsCopy(join(folder, scratchViewsFile));
}
