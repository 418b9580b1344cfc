import type { ComponentProps } from 'react';
import { type Mutation, useUserAction } from '#web/lib/hooks/use-user-action.ts';
import { ConfirmDialog } from './ui/overlay/confirm-dialog.tsx';

type ConfirmActionDialogProps<Answer> = Omit<ComponentProps<typeof ConfirmDialog>, 'pending' | 'confirm'> & {
  mutation: Mutation<void, Answer>;
  /** On the button while the action runs. */
  pending: string;
  onSuccess: (answer: Answer) => unknown;
  errorTitle: string;
};

/** Explains an action, and runs it if that is confirmed. It closes with the answer, whatever that is. */
export function ConfirmActionDialog<Answer>({
  mutation,
  pending,
  onSuccess,
  errorTitle,
  ...dialog
}: ConfirmActionDialogProps<Answer>) {
  const action = useUserAction(mutation, { close: dialog.close, onSuccess, errorTitle });
  return <ConfirmDialog {...dialog} pending={action.pending && pending} confirm={action.start} />;
}
