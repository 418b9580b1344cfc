import { it } from 'vitest';
import { given } from '#domain/shared/testing/decider-spec.ts';
import { workflow } from './decider.ts';
import type { WorkflowEvent } from './events.ts';

const note = { noteId: 'n-1', action: 'Called', details: 'Asked about the barn' };
const done = { importId: 'i-1', added: 2, updated: 1, skipped: 0 };
const noteEvent: WorkflowEvent = { type: 'NoteTaken', data: note };
const importEvent: WorkflowEvent = { type: 'UsersImported', data: done };

it('A note is recorded once', () => {
  given(workflow, []).when({ type: 'TakeNote', data: note }).then([noteEvent]);
  given(workflow, [noteEvent]).when({ type: 'TakeNote', data: note }).then([]);
});

it('An import is recorded once', () => {
  given(workflow, []).when({ type: 'FinishImport', data: done }).then([importEvent]);
  given(workflow, [importEvent]).when({ type: 'FinishImport', data: done }).then([]);
});
