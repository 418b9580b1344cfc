import { buttonClasses } from '#web/components/ui/button.tsx';
import { ExternalIcon } from '#web/components/ui/icons.tsx';
import { getHostName, toHttpUrl } from '#web/lib/http-url.ts';

/** Where the listing is offered: its source's page, or ours for an owner's offer. Nothing without an http(s) address. */
export function SourceLink({ link }: { link: string }) {
  const address = toHttpUrl(link);
  if (address === '') return null;
  const isOwn = new URL(address).origin === window.location.origin;
  return (
    <a href={address} target="_blank" rel="noopener noreferrer" className={buttonClasses('primary', 'small')}>
      {isOwn ? 'See the owner’s offer' : `Open on ${getHostName(address)}`}
      <ExternalIcon className="size-4 shrink-0" />
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}
