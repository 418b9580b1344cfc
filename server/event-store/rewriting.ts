import type { Position } from '#domain/decider.ts';

/** Data of an event that is to stand in the place of what is there. */
export type Rewritten = { position: Position; data: unknown };

/** A log opened to replace what must not stay in it. */
export type Rewriting = {
  /** All or nothing. */
  write: (changes: readonly Rewritten[]) => void;
  close: () => void;
};
