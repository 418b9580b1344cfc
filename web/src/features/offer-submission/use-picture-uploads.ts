import { useEffect, useRef, useState } from 'react';
import { maxOfferPictures } from '#domain/owner-offer/contract.ts';
import { uploadPicture } from './upload-picture.ts';

/** `id` and `preview` once it was sent; `problem` where it was refused. */
export type PictureUpload = {
  key: number;
  name: string;
  share: number;
  id: string | null;
  preview: string | null;
  problem: string | null;
};

let lastKey = 0;

/** The pictures of an offer, each sent as soon as it is chosen. */
export function usePictureUploads() {
  const [uploads, setUploads] = useState<PictureUpload[]>([]);
  const [surplus, setSurplus] = useState(0);
  const running = useRef(new Map<number, AbortController>());
  useEffect(() => {
    const controllers = running.current;
    return () => abortAll(controllers);
  }, []);

  const change = (key: number, changes: Partial<PictureUpload>) =>
    setUploads((all) => all.map((one) => (one.key === key ? { ...one, ...changes } : one)));
  const start = (key: number, file: File) => {
    const controller = new AbortController();
    running.current.set(key, controller);
    uploadPicture(file, { signal: controller.signal, onProgress: (share) => change(key, { share }) })
      .then(({ id, preview }) => change(key, { id, preview, share: 1 }))
      .catch((error: unknown) => change(key, { problem: error instanceof Error ? error.message : 'Not sent' }))
      .finally(() => running.current.delete(key));
  };

  return {
    uploads,
    /** How many of the chosen pictures were too many. */
    surplus,
    isSending: uploads.some(({ id, problem }) => id === null && problem === null),
    ids: uploads.flatMap(({ id }) => id ?? []),
    add: (files: readonly File[]) => {
      const pictures = files.slice(0, maxOfferPictures - uploads.length);
      setSurplus(files.length - pictures.length);
      const added = pictures.map((file) => ({ file, key: (lastKey += 1) }));
      const none = { share: 0, id: null, preview: null, problem: null };
      setUploads([...uploads, ...added.map(({ key, file: { name } }) => ({ ...none, key, name }))]);
      for (const { key, file } of added) start(key, file);
    },
    remove: (key: number) => {
      running.current.get(key)?.abort();
      setSurplus(0);
      setUploads(uploads.filter((one) => one.key !== key));
    },
    clear: () => {
      abortAll(running.current);
      setUploads([]);
    },
  };
}

function abortAll(controllers: Map<number, AbortController>): void {
  for (const controller of controllers.values()) controller.abort();
}
