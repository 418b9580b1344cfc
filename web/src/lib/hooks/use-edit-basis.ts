import { useState } from 'react';

type EditBasisOptions<T> = {
  /** Whether the basis moves on to the saved value without a notice: nothing was edited, or it was saved here. */
  follows?: boolean;
  isSame?: (one: T, other: T) => boolean;
  /** The basis of edits that began before the form was rendered. */
  initialBasis?: T | undefined;
};

/** The saved value that the edits of a form began with; another one may be saved elsewhere since then. */
export function useEditBasis<T>(
  saved: T,
  { follows = false, isSame = Object.is, initialBasis = saved }: EditBasisOptions<T>,
) {
  const [editBasis, setEditBasis] = useState(initialBasis);
  const isOutdated = !isSame(editBasis, saved);
  if (isOutdated && follows) setEditBasis(saved);
  return {
    editBasis,
    isChangedElsewhere: isOutdated && !follows,
    /** Bases the edits on the latest saved value. */
    rebase: (latest: T = saved) => setEditBasis(latest),
  };
}
