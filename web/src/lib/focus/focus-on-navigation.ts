let hasNavigated = false;

/** Notes that the person moved to another page of ours, so that its heading takes the focus once it is there. */
export function recordNavigation(): void {
  hasNavigated = true;
}

/** True once after each move. */
export function consumeNavigation(): boolean {
  const didNavigate = hasNavigated;
  hasNavigated = false;
  return didNavigate;
}
