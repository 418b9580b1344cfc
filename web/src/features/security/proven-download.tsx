import type { ReactNode } from 'react';
import { buttonClasses } from '#web/components/ui/button.tsx';
import { openDownload } from '#web/lib/browser/save-file.ts';
import { useUserAction } from '#web/lib/hooks/use-user-action.ts';
import { checkProof } from './queries.ts';

/** A link to a file that needs a fresh proof of identity: the browser alone could not ask for one. */
export function ProvenDownload({ href, children }: { href: string; children: ReactNode }) {
  const check = useUserAction(checkProof, { onSuccess: () => openDownload(href), errorTitle: 'Download failed' });
  return (
    <a
      href={href}
      download
      aria-busy={check.pending}
      onClick={(event) => {
        event.preventDefault();
        check.start();
      }}
      className={buttonClasses('secondary', 'small')}
    >
      {children}
    </a>
  );
}
