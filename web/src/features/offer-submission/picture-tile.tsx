import { CloseIcon } from '#web/components/ui/page-icons.tsx';
import type { PictureUpload } from './use-picture-uploads.ts';

/** A chosen picture: how far it was sent, what it shows, or why it was refused. */
export function PictureTile({ upload, remove }: { upload: PictureUpload; remove: () => void }) {
  const { name, preview, problem, share } = upload;
  return (
    <li className="min-w-0">
      <div className="relative flex aspect-4/3 items-center justify-center overflow-hidden rounded-xl border border-line bg-sunken">
        {preview === null ? (
          problem === null && (
            <progress aria-label={`Sending ${name}`} value={share} className="h-2 w-3/4 accent-primary" />
          )
        ) : (
          <img src={preview} alt={name} width={320} height={240} className="size-full object-cover" />
        )}
        {preview === null && problem !== null && <span className="px-2 text-center text-sm text-muted">Not added</span>}
        <button
          type="button"
          aria-label={`Remove ${name}`}
          onClick={remove}
          className="absolute top-1.5 right-1.5 flex size-9 items-center justify-center rounded-full border border-line bg-surface text-text shadow-card hover:bg-sunken"
        >
          <CloseIcon className="size-4" />
        </button>
      </div>
      {problem !== null && (
        <p role="alert" className="mt-1 text-sm font-medium break-words text-danger">
          {name}: {problem}
        </p>
      )}
    </li>
  );
}
