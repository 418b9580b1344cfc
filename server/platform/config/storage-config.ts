import * as z from 'zod';
import { StartupError } from '#server/lib/errors.ts';

const base64 = /^[A-Za-z0-9+/]+={0,2}$/;
const mongoUrlPattern = /^mongodb(\+srv)?:\/\/[^/\s]+\/[^/?\s]+(\?\S*)?$/;

/** What is wrong with an address. The address is never quoted: it may contain a name and a password. */
export const addressErrors = {
  EVENTSTORE_URL: 'EVENTSTORE_URL must be an address such as esdb://127.0.0.1:2113?tls=false',
  MONGODB_URL: 'MONGODB_URL must be an address that names a database, such as mongodb://127.0.0.1:27017/scout',
};

export const storageVariables = z.object({
  DATA_DIR: z.string().default('./data'),
  EVENTSTORE_URL: z
    .string()
    .regex(/^esdb(\+discover)?:\/\/[^/\s]+\S*$/, addressErrors.EVENTSTORE_URL)
    .nullable()
    .default(null),
  MONGODB_URL: z.string().regex(mongoUrlPattern, addressErrors.MONGODB_URL).nullable().default(null),
  CREDENTIAL_KEY: z
    .string()
    .refine(isCredentialKey, 'CREDENTIAL_KEY must be 32 bytes in base64, such as `openssl rand -base64 32` prints')
    .nullable()
    .default(null),
});

/**
 * Where the data are, and the key of the encrypted ones. Null means files in `dataDir`; without `credentialKey`
 * the key file there is used.
 */
export type StorageConfig = {
  dataDir: string;
  eventStoreUrl: string | null;
  mongoUrl: string | null;
  credentialKey?: string | null;
};

/** 32 bytes in base64. */
export function isCredentialKey(text: string): boolean {
  return base64.test(text) && Buffer.from(text, 'base64').length === 32;
}

/** An empty variable counts as unset. */
export function nonEmpty(env: Record<string, string | undefined>): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
}

export function toStorageConfig(values: z.infer<typeof storageVariables>): StorageConfig {
  return {
    dataDir: values.DATA_DIR,
    eventStoreUrl: values.EVENTSTORE_URL,
    mongoUrl: values.MONGODB_URL,
    credentialKey: values.CREDENTIAL_KEY,
  };
}

/** The environment of the CLI commands. Throws StartupError with one sentence. */
export function loadStorageConfig(env: Record<string, string | undefined>): StorageConfig {
  const read = storageVariables.safeParse(nonEmpty(env));
  if (!read.success) throw new StartupError(read.error.issues[0]?.message ?? 'The environment is not valid');
  return toStorageConfig(read.data);
}
