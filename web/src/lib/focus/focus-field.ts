/** Moves the focus, and with it the window, to a field of the page. */
export function focusField(name: string): void {
  document.querySelector<HTMLInputElement>(`input[name=${name}]`)?.focus();
}
