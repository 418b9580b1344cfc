import type { Lease, ViewStore } from '#projections/store/port.ts';

/** The store as the holder of a turn writes it: once another has taken over, every write throws Fenced. */
export function fencedViews(views: ViewStore, turn: Lease): ViewStore {
  return {
    ...views,
    apply: (batch) => views.apply(batch, turn),
    promote: (declaration, generation) => views.promote(declaration, generation, turn),
    discard: (view, generation) => views.discard(view, generation, turn),
  };
}
