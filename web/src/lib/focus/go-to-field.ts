/** Moves the focus, and with it the window, to a field of the page. */
export function goToField(name: string): void {
  document.querySelector<HTMLInputElement>(`input[name=${name}]`)?.focus();
}
