import { useState } from 'react';
import { Button } from '#web/components/ui/button.tsx';
import { MatchExplanationDialog } from './match-explanation-dialog.tsx';

/** Opens the explanation why a user got a listing or not; the dialog asks for what is not given. */
export function MatchExplanationButton({ email }: { email?: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        Check a match
      </Button>
      {isOpen && <MatchExplanationDialog email={email ?? ''} close={() => setIsOpen(false)} />}
    </>
  );
}
