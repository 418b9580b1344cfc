import { StartRefused } from '../data-folder.ts';

/** `npm run history -- serve`: opens the product, read-only, on a copy that `replay` made. */
export function command(_args: string[]): Promise<void> {
  return Promise.reject(new StartRefused('There is no copy to serve yet'));
}
