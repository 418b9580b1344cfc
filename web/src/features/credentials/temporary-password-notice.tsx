import { useEffect } from 'react';
import { Notice } from '#web/components/ui/notice.tsx';
import { focusField } from '#web/lib/focus/focus-field.ts';
import { getTemporaryPassword } from '#web/lib/session/temporary-password.ts';

/** Asks a user who signed in with a temporary password for a new one, and moves to its field. */
export function TemporaryPasswordNotice() {
  const isFilledIn = getTemporaryPassword() !== null;
  useEffect(focusCredentials, []);
  return (
    <div role="alert">
      <Notice>
        You’re using a temporary password.{' '}
        <button
          type="button"
          onClick={focusCredentials}
          className="rounded-sm font-semibold underline underline-offset-2"
        >
          Choose a new password
        </button>{' '}
        now{isFilledIn ? '' : ' (enter the temporary one as “Current Password”)'}.
      </Notice>
    </div>
  );
}

function focusCredentials() {
  focusField(getTemporaryPassword() === null ? 'currentPassword' : 'newPassword');
}
