import type { ReactNode } from 'react';

/** A group of fields. */
export function FormSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-4 text-lg font-semibold tracking-tight">{title}</legend>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">{children}</div>
    </fieldset>
  );
}
