import { type ChangeEvent, type ComponentProps, useRef } from 'react';
import { editPrice, editPriceText, formatDigits, type TypedText } from '#web/lib/edit-price.ts';
import { TextField } from './field.tsx';

type PriceFieldProps = Omit<ComponentProps<typeof TextField>, 'value' | 'onChange' | 'unit' | 'inputMode'> & {
  /** Whole dollars, digits only. */
  value: string;
  /** Cleans what was typed. */
  clean: (typed: string) => string;
  onChange: (digits: string) => void;
};

/** A price with separators while it is typed; its value is without. */
export function PriceField({ value, clean, onChange, ...field }: PriceFieldProps) {
  const change = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const { digits, caret } = editPrice(value, readTyped(target), clean);
    writeTyped(target, { text: formatDigits(digits), caret });
    onChange(digits);
  };
  return (
    <TextField
      autoComplete="off"
      {...field}
      unit="$"
      inputMode="numeric"
      value={formatDigits(value)}
      onChange={change}
    />
  );
}

/** A price in words of one's own: separators appear while it is an amount alone. */
export function PriceTextField({ onChange, onFocus, ...field }: ComponentProps<typeof TextField>) {
  const before = useRef('');
  return (
    <TextField
      autoComplete="off"
      {...field}
      onFocus={(event) => {
        before.current = event.target.value;
        onFocus?.(event);
      }}
      onChange={(event) => {
        const { target } = event;
        const edited = editPriceText(before.current, readTyped(target));
        before.current = edited.text;
        if (edited.text !== target.value) writeTyped(target, edited);
        onChange?.(event);
      }}
    />
  );
}

function readTyped({ value, selectionStart }: HTMLInputElement): TypedText {
  return { text: value, caret: selectionStart ?? value.length };
}

/** Written by us, so that React finds nothing to write, which would move the caret. */
function writeTyped(target: HTMLInputElement, { text, caret }: TypedText): void {
  target.value = text;
  target.setSelectionRange(caret, caret);
}
