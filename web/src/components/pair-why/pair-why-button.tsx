import { useState } from 'react';
import { Button } from '#web/components/ui/button.tsx';
import { PairWhyDialog } from './pair-why-dialog.tsx';

/** Opens the question why a user got a listing, or why not; without a user the dialog asks for one. */
export function PairWhyButton({ email }: { email?: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        Why or why not?
      </Button>
      {isOpen && <PairWhyDialog email={email ?? ''} close={() => setIsOpen(false)} />}
    </>
  );
}
