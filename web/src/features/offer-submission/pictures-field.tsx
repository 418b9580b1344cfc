import { useId } from 'react';
import { maxOfferPictures } from '#domain/owner-offer/contract.ts';
import { buttonClasses } from '#web/components/ui/button.tsx';
import { formatCount } from '#web/lib/format.ts';
import { joinClasses } from '#web/lib/join-classes.ts';
import { PictureTile } from './picture-tile.tsx';
import type { usePictureUploads } from './use-picture-uploads.ts';

type PicturesFieldProps = { pictures: ReturnType<typeof usePictureUploads> };

/** Phones convert other formats to one of these when they are chosen. */
const accept = 'image/jpeg,image/png,image/webp';

/** The pictures of the property, from the files or the camera of a device. */
export function PicturesField({ pictures: { uploads, surplus, add, remove } }: PicturesFieldProps) {
  const hintId = useId();
  const labelId = useId();
  const isFull = uploads.length >= maxOfferPictures;
  return (
    <div role="group" aria-labelledby={labelId}>
      <p id={labelId} className="mb-1.5 text-sm font-semibold">
        Pictures (optional)
      </p>
      {uploads.length > 0 && (
        <ul aria-label="Chosen pictures" className="mb-3 grid grid-cols-2 gap-3 sm:grid-cols-3">
          {uploads.map((upload) => (
            <PictureTile key={upload.key} upload={upload} remove={() => remove(upload.key)} />
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-3">
        <PictureInput label="Choose pictures" name="pictures" disabled={isFull} hintId={hintId} add={add} />
        <PictureInput label="Take a photo" name="photo" disabled={isFull} hintId={hintId} add={add} isCamera />
      </div>
      <p id={hintId} className="mt-1.5 text-sm text-muted">
        Up to {maxOfferPictures}. JPEG, PNG or WebP, 10 MB each. Only our admins see them until we accept your offer.
      </p>
      <p role="status" className="text-sm font-medium text-danger not-empty:mt-1.5">
        {surplus > 0 && `${formatCount(surplus, 'picture')} left out: at most ${maxOfferPictures} fit.`}
      </p>
    </div>
  );
}

type PictureInputProps = {
  label: string;
  name: string;
  disabled: boolean;
  hintId: string;
  add: (files: readonly File[]) => void;
  isCamera?: boolean;
};

/** The camera is offered on devices that are touched, which have one. */
function PictureInput({ label, name, disabled, hintId, add, isCamera = false }: PictureInputProps) {
  return (
    <label
      className={joinClasses(
        buttonClasses('secondary'),
        'cursor-pointer focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-focus',
        disabled && 'pointer-events-none opacity-60',
        isCamera && 'not-pointer-coarse:hidden',
      )}
    >
      {label}
      <input
        type="file"
        name={name}
        accept={accept}
        multiple={!isCamera}
        {...(isCamera && { capture: 'environment' as const })}
        disabled={disabled}
        aria-describedby={hintId}
        className="sr-only"
        onChange={({ target }) => {
          add([...(target.files ?? [])]);
          // The same file may be chosen again.
          target.value = '';
        }}
      />
    </label>
  );
}
