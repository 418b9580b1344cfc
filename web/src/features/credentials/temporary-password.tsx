import { Notice } from '#web/components/ui/notice.tsx';

/** For whoever came in with a password that was mailed. */
export function TemporaryPassword({ goToPassword }: { goToPassword: () => void }) {
  return (
    <div className="mb-6">
      <Notice>
        You signed in with a temporary password, which works only once.{' '}
        <button type="button" onClick={goToPassword} className="rounded-sm font-semibold underline underline-offset-2">
          Choose a new password
        </button>{' '}
        now; the temporary one counts as your current one.
      </Notice>
    </div>
  );
}
