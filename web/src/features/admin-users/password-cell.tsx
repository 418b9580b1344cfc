import { useEffect, useState } from 'react';
import { adminPaths } from '#domain/user/admin.contract.ts';
import * as z from 'zod';
import { CopyIcon, EyeIcon, EyeOffIcon } from '#web/components/ui/icons.tsx';
import { useAction } from '#web/lib/action.ts';
import { sendFor } from '#web/lib/api.ts';
import { copyText } from '#web/lib/clipboard.ts';

const masked = '••••••••';
const shownFor = 30_000;
const revealed = z.object({ password: z.string() });
const iconButton =
  'grid size-8 shrink-0 place-items-center rounded-lg text-muted hover:bg-sunken hover:text-text disabled:opacity-60';

/** A password is masked; a full admin may look at it for half a minute, and the log keeps that. */
export function PasswordCell({ userId, mayReveal }: { userId: string; mayReveal: boolean }) {
  const [password, setPassword] = useState<string | null>(null);
  const look = useAction({
    send: () => sendFor(revealed, 'POST', adminPaths.reveal(userId)),
    done: (answer) => setPassword(answer.password),
    failure: 'Could not show the password',
  });
  useEffect(() => {
    if (password === null) return;
    const timer = setTimeout(() => setPassword(null), shownFor);
    return () => clearTimeout(timer);
  }, [password]);
  if (!mayReveal) return <span className="text-muted">{masked}</span>;
  const isShown = password !== null;
  return (
    <span className="flex items-center gap-0.5">
      <span className={isShown ? 'truncate font-mono' : 'text-muted'} title={password ?? undefined}>
        {password ?? masked}
      </span>
      <button
        type="button"
        aria-label={isShown ? 'Hide password' : 'Show password'}
        disabled={look.pending}
        onClick={() => (isShown ? setPassword(null) : look.start(undefined))}
        className={iconButton}
      >
        {isShown ? <EyeOffIcon /> : <EyeIcon />}
      </button>
      {isShown && (
        <button type="button" aria-label="Copy password" onClick={() => void copyText(password)} className={iconButton}>
          <CopyIcon />
        </button>
      )}
    </span>
  );
}
