import { useId } from 'react';
import type { PastEvent } from '#domain/time-travel/contract.ts';
import { Button } from '#web/components/ui/button.tsx';
import { formatTime } from '#web/lib/format.ts';

type PastSliderProps = {
  history: PastEvent[];
  /** How many of its events have happened, 0 before the first. */
  count: number;
  onCount: (count: number) => void;
};

/** Goes through the events of one subject: by dragging, by the arrow keys, or one at a time. */
export function PastSlider({ history, count, onCount }: PastSliderProps) {
  const id = useId();
  const event = history[count - 1];
  const told = event ? `${formatTime(event.at)}: ${event.sentence}` : 'Before its first event';
  const step = (by: number) => () => onCount(Math.min(history.length, Math.max(0, count + by)));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <label htmlFor={id} className="text-sm font-semibold">
          Event {count.toLocaleString('en-US')} of {history.length.toLocaleString('en-US')}
        </label>
        <div className="flex gap-2">
          <Button variant="secondary" size="small" onClick={step(-1)} disabled={count === 0}>
            Earlier
          </Button>
          <Button variant="secondary" size="small" onClick={step(1)} disabled={count === history.length}>
            Later
          </Button>
        </div>
      </div>
      <input
        id={id}
        type="range"
        min={0}
        max={history.length}
        step={1}
        value={count}
        aria-valuetext={`Event ${count} of ${history.length}. ${told}`}
        onChange={({ target }) => onCount(Number(target.value))}
        className="h-11 w-full cursor-pointer rounded-lg accent-primary focus-visible:outline-2 focus-visible:outline-focus"
      />
      <p className="min-h-[3lh] text-pretty break-words sm:min-h-[2lh]" aria-hidden="true">
        {event ? (
          <>
            <time dateTime={event.at} className="mr-2 text-muted tabular-nums">
              {formatTime(event.at)}
            </time>
            {event.sentence}
            <span className="ml-2 text-sm text-muted">position {event.position}</span>
          </>
        ) : (
          <span className="text-muted">Before its first event</span>
        )}
      </p>
    </div>
  );
}
