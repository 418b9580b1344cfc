const steps = [
  {
    title: 'We review it',
    text: 'We review every offer before anyone else sees it. If something is unclear, we ask you.',
  },
  {
    title: 'We match it with investors',
    text: 'Investors searching near you, at your price and for your property type, are alerted right away.',
  },
  {
    title: 'They contact you',
    text: 'Directly if you allow it, or through us. You choose your buyer.',
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
