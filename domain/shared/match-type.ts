type Cases<Message extends { type: string }, Rest extends unknown[], Result> = {
  [Type in Message['type']]: (message: Extract<Message, { type: Type }>, ...args: Rest) => Result;
};

/** Combines one function for each type into one function. The compiler checks that no type is missing. */
export function matchType<Message extends { type: string }, Rest extends unknown[], Result>(
  cases: Cases<Message, Rest, Result>,
) {
  return (message: Message, ...args: Rest): Result => {
    const type: Message['type'] = message.type;
    // TypeScript cannot infer that a message goes to the case of its own type.
    const one = cases[type] as (message: Message, ...args: Rest) => Result;
    return one(message, ...args);
  };
}

/** The same for some of the types; the others have the result `otherwise`. */
export function matchSomeTypes<Message extends { type: string }, Rest extends unknown[], Result>(
  cases: Partial<Cases<Message, Rest, Result>>,
  otherwise: Result,
) {
  return (message: Message, ...args: Rest): Result => {
    const type: Message['type'] = message.type;
    // As in matchType.
    const one = cases[type] as ((message: Message, ...args: Rest) => Result) | undefined;
    return one === undefined ? otherwise : one(message, ...args);
  };
}
