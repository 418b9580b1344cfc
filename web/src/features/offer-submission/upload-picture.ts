import {
  maxPictureBytes,
  offerEndpoints,
  uploadedPicture,
  type UploadedPicture,
} from '#domain/owner-offer/contract.ts';
import { parseAnswer } from '#web/lib/api/api.ts';

/** Smaller files are sent as they are. */
const shrinkBytes = 1_500_000;
const maxSide = 2048;

type UploadOptions = { signal: AbortSignal; onProgress: (share: number) => void };

/** Sends one picture; `onProgress` is called with the share that was sent, from 0 to 1. Throws a sentence. */
export async function uploadPicture(file: File, options: UploadOptions): Promise<UploadedPicture> {
  const smaller = await shrinkPicture(file);
  if (smaller.size > maxPictureBytes) throw new Error('The file is larger than 10 MB');
  return parseAnswer(uploadedPicture, await send(smaller, options));
}

/** By XMLHttpRequest: `fetch` does not tell how much was sent. */
function send(file: File, { signal, onProgress }: UploadOptions): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded / total));
    request.addEventListener('load', () => {
      if (request.status === 201) resolve(request.responseText);
      else reject(new Error(request.responseText || 'The picture was refused. Try another one.'));
    });
    request.addEventListener('error', () => reject(new Error('Can’t reach the server. Remove it and try again.')));
    request.addEventListener('abort', () => reject(new Error('Removed')));
    signal.addEventListener('abort', () => request.abort());
    request.open('POST', offerEndpoints.uploadOfferPicture.path);
    const form = new FormData();
    form.set('file', file);
    request.send(form);
  });
}

/** A photo of a phone in the size that is shown, so that it is sent in seconds; what cannot be read here stays as it is. */
async function shrinkPicture(file: File): Promise<File> {
  if (file.size <= shrinkBytes) return file;
  try {
    const bitmap = await createImageBitmap(file);
    const scale = Math.min(1, maxSide / Math.max(bitmap.width, bitmap.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(bitmap.width * scale);
    canvas.height = Math.round(bitmap.height * scale);
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    bitmap.close();
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.85));
    return blob === null || blob.size >= file.size ? file : new File([blob], file.name, { type: blob.type });
  } catch {
    return file;
  }
}
