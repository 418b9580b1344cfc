import { toHttpUrl, getHostName } from '#web/lib/http-url.ts';

/** The host of what a source gave as a link, leading there in a new tab; nothing where that is no address of the web. */
export function SiteLink({ link }: { link: string }) {
  const address = toHttpUrl(link);
  if (address === '') return null;
  return (
    <a href={address} target="_blank" rel="noopener noreferrer" className="font-semibold text-primary hover:underline">
      {getHostName(address)}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}
