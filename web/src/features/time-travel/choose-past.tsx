import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { Button } from '#web/components/ui/button.tsx';
import { Card } from '#web/components/ui/card.tsx';
import { TextField } from '#web/components/ui/field.tsx';
import { SelectField } from '#web/components/ui/select.tsx';
import { dayInput } from '#web/lib/day.ts';
import { type PastSearch, subjectIn } from './search.ts';

type Kind = 'user' | 'listing' | 'announcement' | 'members';

const asks: Record<'user' | 'listing', { label: string; hint: string }> = {
  user: { label: 'Email or id', hint: 'Any email that the user ever had.' },
  listing: { label: 'Listing id', hint: 'As the history and the address of a listing have it.' },
};

/** Chooses whose past is shown; the address then says so. */
export function ChoosePast({ search }: { search: PastSearch }) {
  const navigate = useNavigate({ from: '/admin/history/as-of' });
  const subject = subjectIn(search);
  const [kind, setKind] = useState<Kind>(subject?.kind ?? (search.members === undefined ? 'user' : 'members'));
  const [who, setWho] = useState(subject?.kind === 'announcement' ? '' : (subject?.who ?? ''));
  const [day, setDay] = useState(search.members?.slice(0, 'yyyy-MM-dd'.length) ?? '');
  const show = (event: FormEvent) => {
    event.preventDefault();
    void navigate({ search: wanted(kind, who.trim(), day) });
  };
  return (
    <Card title="Whose past">
      <form
        onSubmit={show}
        className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-[13rem_minmax(0,1fr)_auto] sm:items-start"
      >
        <SelectField label="Show" value={kind} onChange={({ target }) => setKind(target.value as Kind)}>
          <option value="user">A user</option>
          <option value="listing">A listing</option>
          <option value="announcement">The announcement</option>
          <option value="members">The members’ table</option>
        </SelectField>
        <div>
          {(kind === 'user' || kind === 'listing') && (
            <TextField
              key={kind}
              {...asks[kind]}
              required
              maxLength={254}
              autoCapitalize="none"
              autoComplete="off"
              spellCheck={false}
              value={who}
              onChange={({ target }) => setWho(target.value)}
            />
          )}
          {kind === 'members' && (
            <TextField
              label="As of the end of"
              hint="Days end at midnight UTC."
              type="date"
              required
              max={dayInput(new Date())}
              value={day}
              onChange={({ target }) => setDay(target.value)}
            />
          )}
        </div>
        <Button type="submit" className="sm:mt-[1.6rem]">
          Show
        </Button>
      </form>
    </Card>
  );
}

function wanted(kind: Kind, who: string, day: string): PastSearch {
  if (kind === 'members') return { members: day };
  return { [kind]: kind === 'announcement' ? 'latest' : who };
}
