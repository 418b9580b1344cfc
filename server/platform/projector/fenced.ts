import type { Lease, ViewStore } from '#projections/store/port.ts';

/** The store for the holder of a lease: once another process has taken over, every write throws Fenced. */
export function fencedViews(views: ViewStore, lease: Lease): ViewStore {
  return {
    ...views,
    apply: (batch) => views.apply(batch, lease),
    promote: (declaration, generation) => views.promote(declaration, generation, lease),
    discard: (view, generation) => views.discard(view, generation, lease),
  };
}
