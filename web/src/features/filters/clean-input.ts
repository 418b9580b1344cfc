import type { UseFormRegisterReturn } from 'react-hook-form';

/** A registered field whose text is cleaned at every keystroke, before the form reads it. */
export function cleanInput<Name extends string>(field: UseFormRegisterReturn<Name>, clean: (typed: string) => string) {
  const onChange = (event: { target: HTMLInputElement }) => {
    const { target } = event;
    const cleanText = clean(target.value);
    if (cleanText !== target.value) {
      const caret = clean(target.value.slice(0, target.selectionStart ?? undefined)).length;
      target.value = cleanText;
      target.setSelectionRange(caret, caret);
    }
    return field.onChange(event);
  };
  return { ...field, onChange: (event: { target: HTMLInputElement }) => void onChange(event) };
}
