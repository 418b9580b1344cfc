import { useState } from 'react';
import type { AdminUserView } from '#domain/user/contract.ts';
import { Button } from '#web/components/ui/button.tsx';
import { controlClasses } from '#web/components/ui/form/field.tsx';
import { useUserAction } from '#web/lib/hooks/use-user-action.ts';
import { joinClasses } from '#web/lib/join-classes.ts';
import { useReturnFocus } from '#web/lib/focus/use-return-focus.ts';
import { formatCalendarDate } from '#web/lib/format.ts';
import { toast } from '#web/lib/toast/toast.ts';
import { changeMemberSince } from './queries.ts';

/** 'yyyy-MM-dd', with which an ISO time begins. */
const dayLength = 10;

/** The first day of a membership, edited in place. */
export function MemberSince({ user }: { user: AdminUserView }) {
  const [editing, setEditing] = useState(false);
  const opener = useReturnFocus(editing);
  const dateText = user.memberSince === null ? 'Not set' : formatCalendarDate(user.memberSince);
  if (editing) {
    return (
      <span className="relative block h-9">
        <DayForm user={user} close={() => setEditing(false)} />
      </span>
    );
  }
  return (
    <button
      ref={opener}
      type="button"
      title="Change the date"
      aria-label={`Member since ${dateText}, change`}
      onClick={() => setEditing(true)}
      className={joinClasses(
        '-ml-2 min-h-9 rounded-lg px-2 decoration-dotted underline-offset-4 hover:underline',
        user.memberSince === null && 'text-muted',
      )}
    >
      {dateText}
    </button>
  );
}

function DayForm({ user, close }: { user: AdminUserView; close: () => void }) {
  const [today] = useState(() => new Date().toISOString().slice(0, dayLength));
  const [day, setDay] = useState(user.memberSince?.slice(0, dayLength) ?? '');
  const save = useUserAction(changeMemberSince(user.id), {
    onSuccess: () => {
      close();
      toast({ title: 'Member since date updated successfully' });
    },
    errorTitle: 'Update failed',
  });
  return (
    <form
      className="absolute -top-1 -left-3 z-20 flex items-center gap-1 rounded-xl border border-line bg-surface p-1.5 shadow-float"
      onSubmit={(event) => {
        event.preventDefault();
        if (day !== '') save.start(day);
      }}
      onKeyDown={({ key }) => key === 'Escape' && close()}
    >
      <input
        type="date"
        aria-label="Member since"
        autoFocus
        required
        max={today}
        value={day}
        onChange={(event) => setDay(event.target.value)}
        className={joinClasses(controlClasses, 'h-9 w-36 px-2 text-sm')}
      />
      <Button type="submit" size="small" pending={save.pending && 'Saving…'}>
        Save
      </Button>
      <Button variant="quiet" size="small" onClick={close}>
        Cancel
      </Button>
    </form>
  );
}
