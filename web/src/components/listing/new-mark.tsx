/** On a listing that the member has not seen yet. It takes no space, so that nothing moves when it goes. */
export function NewMark() {
  return (
    <span className="absolute -top-1.5 -left-1.5 z-10 rounded-full bg-primary px-2 py-0.5 text-xs font-semibold text-on-primary shadow-card">
      New
    </span>
  );
}
