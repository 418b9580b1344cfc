/** Files by name (letters, digits and -), such as pictures: written once, and kept beside the documents. */
export type Blobs = {
  /** Durable when it resolves. */
  put: (name: string, bytes: Buffer) => Promise<void>;
  get: (name: string) => Promise<Buffer | null>;
  remove: (name: string) => Promise<void>;
};
