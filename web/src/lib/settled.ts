import { useEffect, useState } from 'react';

/** `value` once it has stayed the same for `quiet` milliseconds: what somebody typed, not each key of it. */
export function useSettled<Value>(value: Value, quiet: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), quiet);
    return () => clearTimeout(timer);
  }, [value, quiet]);
  return settled;
}
