const steps = [
  {
    title: 'A person reads it',
    text: 'Every offer is looked at before anybody else sees it. If something is unclear, we ask you.',
  },
  {
    title: 'It goes to those it fits',
    text: 'Investors who look near you, at your price and for your kind of property, hear of it at once.',
  },
  {
    title: 'They get in touch',
    text: 'With you, where you allow it. Otherwise through us. You decide whom you sell to.',
  },
];

export function NextSteps() {
  return (
    <ol className="grid gap-6">
      {steps.map(({ title, text }, index) => (
        <li key={title} className="flex gap-4">
          <span
            aria-hidden="true"
            className="flex size-8 shrink-0 items-center justify-center rounded-full bg-primary-soft text-sm font-bold text-on-primary-soft"
          >
            {index + 1}
          </span>
          <div className="min-w-0">
            <h3 className="leading-8 font-semibold">{title}</h3>
            <p className="text-pretty text-muted">{text}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}
