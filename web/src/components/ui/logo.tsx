/** The logo of the product: a house in its radius, and a listing at the edge. */
export function LogoMark({ className = 'size-8' }: { className?: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 32 32" className={className}>
      <rect width="32" height="32" rx="9" fill="#0b5a45" />
      <circle
        cx="16"
        cy="16"
        r="10"
        fill="none"
        stroke="#8ff0c4"
        strokeWidth="2"
        strokeDasharray="41.9 20.9"
        strokeLinecap="round"
        transform="rotate(-30 16 16)"
      />
      <path d="M10.8 16.6 16 11.8l5.2 4.8v4.2a.9.9 0 0 1-.9.9h-8.6a.9.9 0 0 1-.9-.9z" fill="#fff" />
      <circle cx="23.6" cy="9.4" r="2.6" fill="#ffb95c" />
    </svg>
  );
}
