/** Combines one function for each type into one function. The compiler checks that no type is missing. */
export function matchType<Message extends { type: string }, Rest extends unknown[], Result>(
  cases: {
    [Type in Message['type']]: (message: Extract<Message, { type: Type }>, ...rest: Rest) => Result;
  },
) {
  return (message: Message, ...rest: Rest): Result => {
    const type: Message['type'] = message.type;
    // TypeScript cannot infer that a message goes to the case of its own type.
    const one = cases[type] as (message: Message, ...rest: Rest) => Result;
    return one(message, ...rest);
  };
}
