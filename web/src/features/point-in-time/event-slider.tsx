import { useId } from 'react';
import type { EventMoments, PastEvent } from '#domain/history/point-in-time.contract.ts';
import { Button } from '#web/components/ui/button.tsx';
import { formatTime } from '#web/lib/format.ts';

type EventSliderProps = {
  moments: EventMoments;
  /** The number of events that have happened, 0 before the first. */
  count: number;
  /** The last of these events, once it is loaded. */
  event: PastEvent | null;
  onCount: (count: number) => void;
  /** A step from where the last one led, which may not be shown yet. */
  onStep: (by: -1 | 1) => void;
};

/** Steps through the events of one subject: by dragging, by the arrow keys, or by buttons. */
export function EventSlider({ moments: { positions, times }, count, event, onCount, onStep }: EventSliderProps) {
  const id = useId();
  const total = positions.length;
  const position = positions[count - 1];
  const at = times[count - 1];
  const sentence = event !== null && event.position === position ? event.sentence : '';
  const valueText = at === undefined ? 'Before its first event' : `${formatTime(at)}: ${sentence}`;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <label htmlFor={id} className="text-sm font-semibold">
          Event {count.toLocaleString('en-US')} of {total.toLocaleString('en-US')}
        </label>
        <div className="flex gap-2">
          <Button variant="secondary" size="small" repeats onClick={() => onStep(-1)} disabled={count === 0}>
            Earlier
          </Button>
          <Button variant="secondary" size="small" repeats onClick={() => onStep(1)} disabled={count === total}>
            Later
          </Button>
        </div>
      </div>
      <input
        id={id}
        type="range"
        min={0}
        max={total}
        step={1}
        value={count}
        aria-valuetext={`Event ${count} of ${total}. ${valueText}`}
        onChange={({ target }) => onCount(Number(target.value))}
        className="h-11 w-full cursor-pointer rounded-lg accent-primary focus-visible:outline-2 focus-visible:outline-focus"
      />
      <p className="min-h-[3lh] text-pretty break-words sm:min-h-[2lh]" aria-hidden="true">
        {at !== undefined ? (
          <>
            <time dateTime={at} className="mr-2 text-muted tabular-nums">
              {formatTime(at)}
            </time>
            {sentence}
            <span className="ml-2 text-sm text-muted">position {position}</span>
          </>
        ) : (
          <span className="text-muted">Before its first event</span>
        )}
      </p>
    </div>
  );
}
