/**
 * Imports the code of a page. A failure makes the router load the whole window anew, which is right where a newer
 * release has replaced that code; without a server it would leave the person with nothing.
 */
export async function importPage<Page>(load: () => Promise<Page>): Promise<Page> {
  try {
    return await load();
  } catch (cause) {
    const response = await fetch('/favicon.svg', { method: 'HEAD', cache: 'no-store' }).catch(() => null);
    throw response ? cause : new Error('The server cannot be reached.', { cause });
  }
}
