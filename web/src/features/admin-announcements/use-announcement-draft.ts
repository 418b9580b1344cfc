import { useState } from 'react';

/** A text that is being edited while what is published may change: edits are kept, and the change is told. */
export function useAnnouncementDraft(published: string) {
  const [draft, setDraft] = useState<string | null>(null);
  const [basis, setBasis] = useState(published);
  const isEdited = draft !== null && draft !== published;
  if (!isEdited && basis !== published) setBasis(published);
  return {
    text: draft ?? published,
    isEdited,
    /** Somebody else published another text since the edits began. */
    isOvertaken: isEdited && basis !== published,
    edit: (text: string) => {
      if (!isEdited) setBasis(published);
      setDraft(text);
    },
    discard: () => setDraft(null),
    keep: () => setBasis(published),
  };
}
