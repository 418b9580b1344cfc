import type { ReactNode } from 'react';
import { joinClasses } from '#web/lib/join-classes.ts';

export type WireframeBlock = { title: string; text: string; isTall?: true };

type WireframeColumnProps = { label: string; blocks: readonly WireframeBlock[]; start?: number; className?: string };

/** A schematic window; its columns are its children. */
export function Wireframe({ address, children }: { address: string; children: ReactNode }) {
  return (
    <div className="overflow-hidden rounded-card border border-line bg-surface shadow-card">
      <p className="flex items-center gap-3 border-b border-line bg-sunken px-4 py-2.5 text-sm text-muted">
        <span aria-hidden="true" className="flex gap-1.5">
          <span className="size-2.5 rounded-full bg-control" />
          <span className="size-2.5 rounded-full bg-control" />
          <span className="size-2.5 rounded-full bg-control" />
        </span>
        <code>{address}</code>
      </p>
      <div className="grid gap-4 p-4 sm:p-6 md:grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)]">{children}</div>
    </div>
  );
}

/** The blocks of one column, from top to bottom, numbered in the order in which a phone shows them all. */
export function WireframeColumn({ label, blocks, start = 1, className }: WireframeColumnProps) {
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <h3 className="text-sm font-semibold text-muted">{label}</h3>
      <ol start={start} className="grid flex-1 content-start gap-3">
        {blocks.map(({ title, text, isTall }, index) => (
          <li
            key={title}
            className={joinClasses(
              'flex gap-3.5 rounded-xl border border-dashed border-control p-4',
              isTall && 'md:min-h-36',
              className,
            )}
          >
            <span
              aria-hidden="true"
              className="flex size-7 shrink-0 items-center justify-center rounded-full bg-primary-soft text-sm font-semibold text-on-primary-soft"
            >
              {start + index}
            </span>
            <div className="min-w-0">
              <p className="font-semibold">{title}</p>
              <p className="text-sm text-pretty text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </div>
  );
}
