import { type ReactNode, useId } from 'react';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

export type SettingControl = { label: string; pending: string | false; start: () => void };

type SettingRowProps = {
  title: string;
  /** Its level on the page. */
  heading?: 'h3' | 'h4';
  /** The state, as a short text. */
  state: ReactNode;
  problem?: string | null | undefined;
  controls: SettingControl[];
  children?: ReactNode;
};

/** One setting of several: its state, what to do with it, and below it what belongs to that. */
export function SettingRow({ title, heading: Heading = 'h4', state, problem, controls, children }: SettingRowProps) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className="border-t border-line py-4 first:border-t-0 first:pt-0 last:pb-0">
      <div className="flex min-h-9 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <Heading id={headingId} className="text-sm font-semibold">
          {title}
        </Heading>
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
