let hasNavigated = false;

/** Records a navigation within the site, so that the next page's heading takes the focus. */
export function recordNavigation(): void {
  hasNavigated = true;
}

/** True once after each navigation. */
export function consumeNavigation(): boolean {
  const didNavigate = hasNavigated;
  hasNavigated = false;
  return didNavigate;
}
