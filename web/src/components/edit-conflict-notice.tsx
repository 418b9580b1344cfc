import type { ReactNode } from 'react';
import { Notice } from './ui/notice.tsx';

type EditConflictNoticeProps = {
  /** What can be done about it, by the label of the button. */
  actions: Record<string, () => void>;
  children: ReactNode;
};

/** Reports that what a form edits was saved elsewhere since. */
export function EditConflictNotice({ actions, children }: EditConflictNoticeProps) {
  return (
    <Notice>
      <p>{children}</p>
      <div className="mt-1 flex gap-4">
        {Object.entries(actions).map(([label, act]) => (
          <button
            key={label}
            type="button"
            onClick={act}
            className="min-h-6 rounded-sm font-semibold underline underline-offset-2"
          >
            {label}
          </button>
        ))}
      </div>
    </Notice>
  );
}
