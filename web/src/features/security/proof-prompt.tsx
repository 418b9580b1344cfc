import { createElement, useEffect, useState } from 'react';
import { setProofPrompt } from '#web/lib/api/api.ts';
import { useLazyComponent } from '#web/lib/hooks/use-lazy-component.ts';

const loadProofDialog = () => import('./proof-dialog.tsx');

type Prompt = PromiseWithResolvers<boolean>;

/** Asks for a fresh proof of identity where the API wants one, once for all calls that wait for it. */
export function ProofPrompt() {
  const [prompt, setPrompt] = useState<Prompt | null>(null);
  const ProofDialog = useLazyComponent(prompt !== null, loadProofDialog, 'ProofDialog');
  useEffect(() => {
    let current: Prompt | null = null;
    setProofPrompt(async () => {
      current ??= Promise.withResolvers<boolean>();
      setPrompt(current);
      const isProven = await current.promise;
      current = null;
      setPrompt(null);
      return isProven;
    });
    return () => {
      setProofPrompt(null);
      current?.resolve(false);
    };
  }, []);
  return prompt && ProofDialog && createElement(ProofDialog, { close: prompt.resolve });
}
