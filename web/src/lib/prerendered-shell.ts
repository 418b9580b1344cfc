const maxPaintWaitMs = 500;

/**
 * Resolves once what the server sent ahead of the page is painted, if it has sent something. Scripts that run before that
 * only keep it waiting.
 */
export async function waitForShellPaint(): Promise<void> {
  // A window out of sight paints nothing.
  if (!document.getElementById('shell') || document.visibilityState === 'hidden') return;
  await new Promise<void>((resolve) => {
    setTimeout(resolve, maxPaintWaitMs);
    requestAnimationFrame(() => setTimeout(resolve));
  });
}

/** Removes what the server sent ahead of the page: it stands from the first moment until the page itself is there. */
export function removeShell(): void {
  document.getElementById('shell')?.remove();
}
