import { toHttpUrl, getHostName } from '#web/lib/http-url.ts';

/** The host of a source's link, opening it in a new tab; nothing if it is not an http(s) address. */
export function SiteLink({ link }: { link: string }) {
  const address = toHttpUrl(link);
  if (address === '') return null;
  return (
    <a
      href={address}
      target="_blank"
      rel="noopener noreferrer"
      className="tap-target justify-self-start font-semibold text-primary hover:underline"
    >
      {getHostName(address)}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}
