import type { MapTiles } from '#domain/geo/map.contract.ts';

/** Whom the tiles are from. */
export function MapAttribution({ parts }: { parts: MapTiles['attribution'] }) {
  if (parts.length === 0) return null;
  return (
    <p className="absolute right-0 bottom-0 z-10 max-w-full rounded-tl-md bg-surface/90 px-2 py-0.5 text-xs text-muted">
      {parts.map(({ text, href }) =>
        href === null ? (
          text
        ) : (
          <a key={text + href} href={href} target="_blank" rel="noopener noreferrer" className="underline">
            {text}
            <span className="sr-only"> (opens in a new tab)</span>
          </a>
        ),
      )}
    </p>
  );
}
