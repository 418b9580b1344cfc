import type { Page } from 'playwright-core';

export type SignInCredentials = { email: string; password: string };

/** The sign-in page, with its parts named as a user sees them. */
export function createAuthPage(source: { readonly page: Page; readonly url: string }) {
  const email = () => source.page.getByRole('textbox', { name: 'Email', exact: true });
  const password = () => source.page.getByLabel('Password', { exact: true });
  const button = (name: string) => source.page.getByRole('button', { name, exact: true });
  const tab = (name: 'Login' | 'Register') => source.page.getByRole('tab', { name });
  const open = async (name: 'Login' | 'Register' = 'Login') => {
    await source.page.goto(`${source.url}/auth`);
    await tab(name).click();
  };
  const fill = async (entry: SignInCredentials) => {
    // The page before may still be there, with a field of that name.
    await tab('Login').waitFor();
    await email().fill(entry.email);
    await password().fill(entry.password);
  };
  return {
    email,
    password,
    button,
    tab,
    open,
    fill,
    dialog: () => source.page.getByRole('dialog', { name: 'Forgot Password' }),
    toast: (text: string) => source.page.getByRole('listitem').filter({ hasText: text }),
    logIn: async (entry: SignInCredentials) => {
      await fill(entry);
      await button('Login').click();
    },
    home: () => source.page.getByRole('heading', { name: 'Welcome back!' }).waitFor(),
    /** Answers requests for `path` with this, in place of the server. */
    answer: (path: string, status: number, body: string) =>
      source.page.route(`**${path}`, (route) => route.fulfill({ status, body, contentType: 'text/plain' })),
  };
}
