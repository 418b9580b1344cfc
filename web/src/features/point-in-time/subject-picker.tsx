import { subjectKinds } from '#domain/history/point-in-time.contract.ts';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '#web/components/ui/button.tsx';
import { Card } from '#web/components/ui/card.tsx';
import { TextField } from '#web/components/ui/form/field.tsx';
import { SelectField } from '#web/components/ui/form/select.tsx';
import { formatDayInput } from '#web/lib/day.ts';
import { type PointInTimeSearch, parseSubject } from './search.ts';

const choiceKinds = [...subjectKinds, 'members'] as const;
type ChoiceKind = (typeof choiceKinds)[number];

const inputTexts: Record<'user' | 'listing', { label: string; hint: string }> = {
  user: { label: 'Email or id', hint: 'Current or past email' },
  listing: { label: 'Listing id', hint: 'From the history or the listing’s address.' },
};

type Choice = { kind: ChoiceKind; id: string; day: string };

/** Chooses the subject whose history is shown; the address then contains it. */
export function SubjectPicker({ search }: { search: PointInTimeSearch }) {
  const navigate = useNavigate({ from: '/admin/history/as-of' });
  const [choice, setChoice] = useState(() => parseChoice(search));
  const [lastChoice, setLastChoice] = useState(() => parseChoice(search));
  const requested = parseChoice(search);
  if (!isSameChoice(requested, lastChoice)) {
    // The address changed: by this form, a link, or back navigation.
    setLastChoice(requested);
    setChoice(requested);
  }
  const change = (changes: Partial<Choice>) => setChoice({ ...choice, ...changes });
  return (
    <Card title="Choose a record">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void navigate({ search: toSearch(choice) });
        }}
        className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-[13rem_minmax(0,1fr)_auto] sm:items-start"
      >
        <SelectField
          label="Show"
          value={choice.kind}
          onChange={({ target }) => change({ kind: choiceKinds.find((kind) => kind === target.value) ?? 'user' })}
        >
          <option value="user">A user</option>
          <option value="listing">A listing</option>
          <option value="announcement">The announcement</option>
          <option value="members">Members table</option>
        </SelectField>
        <div>
          <SubjectInput key={choice.kind} choice={choice} change={change} />
        </div>
        <Button type="submit" className="sm:mt-[1.6rem]">
          Show
        </Button>
      </form>
    </Card>
  );
}

/** Which subject of its kind. */
function SubjectInput({
  choice: { kind, id, day },
  change,
}: {
  choice: Choice;
  change: (changes: Partial<Choice>) => void;
}) {
  if (kind === 'announcement') return null;
  if (kind === 'members') {
    return (
      <TextField
        label="As of the end of"
        hint="Through midnight UTC"
        type="date"
        required
        max={formatDayInput(new Date())}
        value={day}
        onChange={({ target }) => change({ day: target.value })}
      />
    );
  }
  return (
    <TextField
      {...inputTexts[kind]}
      required
      maxLength={254}
      autoCapitalize="none"
      autoComplete="off"
      spellCheck={false}
      value={id}
      onChange={({ target }) => change({ id: target.value })}
    />
  );
}

function isSameChoice(a: Choice, b: Choice): boolean {
  return a.kind === b.kind && a.id === b.id && a.day === b.day;
}

function parseChoice(search: PointInTimeSearch): Choice {
  const subject = parseSubject(search);
  const kind = subject?.kind ?? (search.members === undefined ? 'user' : 'members');
  const id = subject && subject.kind !== 'announcement' ? subject.id : '';
  return { kind, id, day: search.members?.slice(0, 'yyyy-MM-dd'.length) ?? '' };
}

function toSearch({ kind, id, day }: Choice): PointInTimeSearch {
  if (kind === 'members') return { members: day };
  return { [kind]: kind === 'announcement' ? 'latest' : id.trim() };
}
