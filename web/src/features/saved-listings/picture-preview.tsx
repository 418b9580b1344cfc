import { useState } from 'react';
import { pictureEndpoints } from '#domain/picture/contract.ts';
import { buildPath } from '#web/lib/api/api.ts';
import { HouseIcon } from '#web/components/ui/icons.tsx';
import { useDebouncedValue } from '#web/lib/hooks/use-debounced-value.ts';
import { toHttpUrl } from '#web/lib/http-url.ts';

const typingDebounceMs = 400;

/** The picture at an address, requested once the typing pauses; a text in its place says why it is missing. */
export function PicturePreview({ address }: { address: string }) {
  const url = toHttpUrl(useDebouncedValue(address.trim(), typingDebounceMs));
  const [brokenUrl, setBrokenUrl] = useState('');
  const isShown = url !== '' && url !== brokenUrl;
  return (
    <div className="aspect-4/3 w-28 shrink-0 self-start overflow-hidden rounded-xl border border-line bg-sunken sm:w-36">
      {isShown ? (
        <img
          key={url}
          src={buildPath(pictureEndpoints.previewPicture, { query: { address: url } })}
          alt="Preview"
          width={144}
          height={108}
          decoding="async"
          onError={() => setBrokenUrl(url)}
          className="size-full object-cover text-xs text-muted"
        />
      ) : (
        <span className="flex size-full flex-col items-center justify-center gap-1 p-1 text-center text-xs leading-tight text-muted">
          <HouseIcon className="size-7" />
          {url === '' ? 'No picture' : 'Couldn’t load the picture'}
        </span>
      )}
    </div>
  );
}
