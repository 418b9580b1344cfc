import { useState } from 'react';

/** A text being edited while the published one may change: edits are kept, and the change is reported. */
export function useAnnouncementDraft(published: string) {
  const [draft, setDraft] = useState<string | null>(null);
  const [basis, setBasis] = useState(published);
  const isEdited = draft !== null && draft !== published;
  if (!isEdited && basis !== published) setBasis(published);
  return {
    text: draft ?? published,
    isEdited,
    /** Another admin published a different text after the edits began. */
    isOvertaken: isEdited && basis !== published,
    edit: (text: string) => {
      if (!isEdited) setBasis(published);
      setDraft(text);
    },
    discard: () => setDraft(null),
    keep: () => setBasis(published),
  };
}
