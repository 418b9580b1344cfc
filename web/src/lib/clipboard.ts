import { toast } from './toast/toast.ts';

/** Copies a text, and says whether that worked. */
export async function copyText(text: string): Promise<void> {
  try {
    // There is none where the page came by plain http.
    await navigator.clipboard.writeText(text);
    toast({ title: 'Copied to clipboard' });
  } catch {
    toast({ title: 'Could not copy text to clipboard', variant: 'destructive' });
  }
}
