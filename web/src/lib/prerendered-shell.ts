const maxPaintWaitMs = 500;

/** Resolves once the prerendered shell is painted, if there is one. Scripts that run earlier only delay it. */
export async function waitForShellPaint(): Promise<void> {
  // A hidden window paints nothing.
  if (!document.getElementById('shell') || document.visibilityState === 'hidden') return;
  await new Promise<void>((resolve) => {
    setTimeout(resolve, maxPaintWaitMs);
    requestAnimationFrame(() => setTimeout(resolve));
  });
}

/** Removes the prerendered shell, which is shown until the page itself is rendered. */
export function removeShell(): void {
  document.getElementById('shell')?.remove();
}
