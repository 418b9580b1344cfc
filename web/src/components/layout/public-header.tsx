import { BackLink } from './back-link.tsx';
import { LogoMark } from '../ui/logo.tsx';

/** The header of a public page. */
export function PublicHeader({ hasBackLink = true }: { hasBackLink?: boolean }) {
  return (
    <header className="border-b border-line print:hidden">
      <div className="mx-auto flex min-h-16 max-w-5xl flex-wrap items-center justify-between gap-3 px-5 py-2 sm:px-8">
        <p className="flex items-center gap-2.5 font-bold tracking-tight">
          <LogoMark className="size-8 shrink-0" />
          Off-Market Scout
        </p>
        {hasBackLink && <BackLink to="/">Back to Home</BackLink>}
      </div>
    </header>
  );
}
