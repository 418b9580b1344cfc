import { useId, useState } from 'react';

/** Content that a button shows and hides: whether it is shown, and the attributes of both. */
export function useDisclosure() {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const toggle = () => setOpen(!isOpen);
  return {
    isOpen,
    button: { type: 'button', 'aria-expanded': isOpen, 'aria-controls': id, onClick: toggle },
    content: { id, hidden: !isOpen },
  } as const;
}
