import { useEffect, useState } from 'react';
import { EyeIcon, EyeOffIcon } from '#web/components/ui/icons.tsx';
import { CopyIcon } from '#web/components/ui/page-icons.tsx';
import { useUserAction } from '#web/lib/hooks/use-user-action.ts';
import { copyText } from '#web/lib/browser/clipboard.ts';
import { useReturnFocus } from '#web/lib/focus/use-return-focus.ts';
import { showPassword } from './queries.ts';

const maskedPassword = '••••••••';
const revealMs = 30_000;
const iconButtonClasses =
  'grid size-8 shrink-0 place-items-center rounded-lg text-muted hover:bg-sunken hover:text-text disabled:opacity-60';

/** A masked password; a full admin can show it for half a minute, which the log records. */
export function PasswordCell({ userId, mayReveal }: { userId: string; mayReveal: boolean }) {
  const [password, setPassword] = useState<string | null>(null);
  const opener = useReturnFocus(password !== null);
  const reveal = useUserAction(showPassword(userId), {
    onSuccess: (answer) => setPassword(answer.password),
    errorTitle: 'Could not show the password',
  });
  useEffect(() => {
    if (password === null) return;
    const timer = setTimeout(() => setPassword(null), revealMs);
    return () => clearTimeout(timer);
  }, [password]);
  if (!mayReveal) return <span className="text-muted">{maskedPassword}</span>;
  if (password !== null) return <RevealedPassword password={password} onHide={() => setPassword(null)} />;
  return (
    <span className="flex items-center gap-0.5 text-muted">
      {maskedPassword}
      <button
        ref={opener}
        type="button"
        aria-label="Show password"
        disabled={reveal.pending}
        aria-busy={reveal.pending}
        onClick={() => reveal.start()}
        className={iconButtonClasses}
      >
        <EyeIcon />
      </button>
    </span>
  );
}

/** May be longer than its column, so it overlaps the next ones. */
function RevealedPassword({ password, onHide }: { password: string; onHide: () => void }) {
  return (
    <span className="relative block h-8">
      <span className="absolute -top-1 -left-2 z-20 flex w-max max-w-80 items-center gap-0.5 rounded-xl border border-line bg-surface px-2 py-0.5 shadow-float">
        <span className="min-w-0 font-mono break-all">{password}</span>
        <button type="button" aria-label="Hide password" autoFocus onClick={onHide} className={iconButtonClasses}>
          <EyeOffIcon />
        </button>
        <button
          type="button"
          aria-label="Copy password"
          onClick={() => void copyText(password)}
          className={iconButtonClasses}
        >
          <CopyIcon />
        </button>
      </span>
    </span>
  );
}
