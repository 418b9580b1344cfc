import type { Page } from 'playwright-core';

export type Entry = { email: string; password: string };

/** The sign-in page, as somebody in front of it names its parts. */
export function authPage(given: { readonly page: Page; readonly url: string }) {
  const email = () => given.page.getByLabel('Email', { exact: true });
  const password = () => given.page.getByLabel('Password', { exact: true });
  const button = (name: string) => given.page.getByRole('button', { name, exact: true });
  const tab = (name: 'Login' | 'Register') => given.page.getByRole('tab', { name });
  const open = async (name: 'Login' | 'Register' = 'Login') => {
    await given.page.goto(`${given.url}/auth`);
    await tab(name).click();
  };
  const fill = async (entry: Entry) => {
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
    dialog: () => given.page.getByRole('dialog', { name: 'Forgot Password' }),
    toast: (text: string) => given.page.getByRole('listitem').filter({ hasText: text }),
    logIn: async (entry: Entry) => {
      await fill(entry);
      await button('Login').click();
    },
    home: () => given.page.getByRole('heading', { name: 'Welcome back!' }).waitFor(),
    /** Answers calls of `path` with this, in place of the server. */
    answer: (path: string, status: number, body: string) =>
      given.page.route(`**${path}`, (route) => route.fulfill({ status, body, contentType: 'text/plain' })),
  };
}
