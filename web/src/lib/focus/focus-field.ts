/** Focuses a field of the page, and scrolls to it. */
export function focusField(name: string): void {
  document.querySelector<HTMLInputElement>(`input[name=${name}]`)?.focus();
}
