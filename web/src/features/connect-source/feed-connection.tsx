import { useState } from 'react';
import { FeedForm } from './feed-form.tsx';

/** Connects a feed; the form starts over once that is saved. */
export function FeedConnection() {
  const [savedCount, setSavedCount] = useState(0);
  return <FeedForm key={savedCount} saved={null} onSaved={() => setSavedCount(savedCount + 1)} />;
}
