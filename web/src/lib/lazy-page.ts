/**
 * Imports the code of a page. A failure makes the router reload the window, which is right if a newer release has
 * replaced that code; without a server the user would be left with nothing.
 */
export async function importPage<Page>(load: () => Promise<Page>): Promise<Page> {
  try {
    return await load();
  } catch (cause) {
    const response = await fetch('/favicon.svg', { method: 'HEAD', cache: 'no-store' }).catch(() => null);
    throw response ? cause : new Error('The server cannot be reached.', { cause });
  }
}
