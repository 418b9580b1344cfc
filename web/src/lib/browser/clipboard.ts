import { toast } from '../toast/toast.ts';

/** Copies a text, and returns whether that worked. */
export async function copyText(text: string): Promise<void> {
  try {
    // The clipboard is missing on a page loaded by plain http.
    await navigator.clipboard.writeText(text);
    toast({ title: 'Copied to clipboard' });
  } catch {
    toast({ title: 'Could not copy text to clipboard', variant: 'destructive' });
  }
}
