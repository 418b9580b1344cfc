import { type ReactNode, useId } from 'react';
import { Button } from '#web/components/ui/button.tsx';
import { Notice } from '#web/components/ui/notice.tsx';

export type ChannelControl = { label: string; pending: string | false; start: () => void };

type ChannelRowProps = {
  title: string;
  /** The state, as a short text. */
  state: ReactNode;
  problem?: string | null | undefined;
  controls: ChannelControl[];
  children?: ReactNode;
};

/** One way to get alerts: its state, what to do with it, and below it what belongs to that. */
export function ChannelRow({ title, state, problem, controls, children }: ChannelRowProps) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className="border-t border-line py-4 first:border-t-0 first:pt-0 last:pb-0">
      <div className="flex min-h-9 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h4 id={headingId} className="text-sm font-semibold">
          {title}
        </h4>
        <div className="flex flex-wrap gap-2">
          {controls.map(({ label, pending, start }) => (
            <Button
              key={label}
              variant="secondary"
              size="small"
              aria-describedby={headingId}
              pending={pending}
              onClick={start}
            >
              {label}
            </Button>
          ))}
        </div>
      </div>
      <p role="status" className="mt-1 text-sm text-pretty wrap-anywhere text-muted">
        {state}
      </p>
      <div className="mt-2 grid gap-3 empty:hidden">
        {problem && <Notice>{problem}</Notice>}
        {children}
      </div>
    </section>
  );
}
