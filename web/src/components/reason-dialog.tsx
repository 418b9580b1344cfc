import { type ComponentProps, useState } from 'react';
import { reasonText } from '#domain/listing/facts.contract.ts';
import { TextField } from './ui/form/field.tsx';
import { FormDialog } from './ui/overlay/form-dialog.tsx';

type ReasonDialogProps = Omit<ComponentProps<typeof FormDialog>, 'submit'> & {
  placeholder: string;
  reason: string;
  setReason: (reason: string) => void;
  submit: (reason: string) => void;
};

/** Confirms an action on listings; a reason is required. */
export function ReasonDialog({ reason, setReason, placeholder, submit, children, ...dialog }: ReasonDialogProps) {
  const [problem, setProblem] = useState<string | undefined>();
  const check = () => {
    const { data, error } = reasonText.safeParse(reason);
    if (data !== undefined) submit(data);
    else setProblem(reason.trim() === '' ? 'Enter a reason' : error.issues[0]?.message);
  };
  return (
    <FormDialog {...dialog} submit={check}>
      <p className="mb-4 text-pretty wrap-anywhere text-muted">{children}</p>
      <TextField
        label="Reason"
        autoComplete="off"
        autoFocus
        maxLength={200}
        placeholder={placeholder}
        value={reason}
        error={problem}
        hint="Saved in the workflow log."
        onChange={({ target }) => {
          setReason(target.value);
          setProblem(undefined);
        }}
      />
    </FormDialog>
  );
}
