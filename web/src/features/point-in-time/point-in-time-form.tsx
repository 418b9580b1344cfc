import { type ReactNode, useState } from 'react';
import { Button } from '#web/components/ui/button.tsx';
import { TextField } from '#web/components/ui/form/field.tsx';

type PointInTimeFormProps = { onSelect: (moment: { position: number } | { at: string }) => void };

/** Goes to a time, or to a position in the log. */
export function PointInTimeForm({ onSelect }: PointInTimeFormProps) {
  const [time, setTime] = useState('');
  const [position, setPosition] = useState('');
  const goToTime = () => {
    const at = new Date(time);
    if (!Number.isNaN(at.getTime())) onSelect({ at: at.toISOString() });
  };
  const goToPosition = () => {
    if (/^\d{1,15}$/.test(position)) onSelect({ position: Number(position) });
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-[repeat(2,minmax(0,1fr))]">
      <SubmitForm onSubmit={goToTime}>
        <TextField
          label="Date and time"
          type="datetime-local"
          step={1}
          required
          value={time}
          onChange={({ target }) => setTime(target.value)}
        />
      </SubmitForm>
      <SubmitForm onSubmit={goToPosition}>
        <TextField
          label="Position in the log"
          inputMode="numeric"
          pattern="\d{1,15}"
          title="A whole number"
          required
          value={position}
          onChange={({ target }) => setPosition(target.value)}
        />
      </SubmitForm>
    </div>
  );
}

function SubmitForm({ onSubmit, children }: { onSubmit: () => void; children: ReactNode }) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
      className="flex items-end gap-2"
    >
      <div className="min-w-0 grow">{children}</div>
      <Button type="submit" variant="secondary">
        Jump
      </Button>
    </form>
  );
}
