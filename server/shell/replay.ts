import { StartRefused } from '../data-folder.ts';

/** `npm run history -- replay`: copies all views as they were at a moment into a folder of their own. */
export function command(_args: string[]): Promise<void> {
  return Promise.reject(new StartRefused('There is no replay yet'));
}
