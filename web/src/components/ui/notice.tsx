import type { ReactNode } from 'react';

/** A message that the user should act on. */
export function Notice({ children }: { children: ReactNode }) {
  return (
    <div className="rounded-control border border-warm/50 bg-warm-soft px-4 py-3 text-sm text-on-warm-soft">
      {children}
    </div>
  );
}
