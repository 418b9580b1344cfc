/** Whether the browser has passkeys; none has on a page loaded by plain http from another machine. */
export function hasPasskeySupport(): boolean {
  return 'PublicKeyCredential' in window;
}
