const streets = [
  'M-40 96 960 -60M-40 190 960 34M-40 300 960 140M-40 398 960 238M-40 506 960 344M-40 602 960 440M-40 712 960 548M-40 808 960 646M-40 916 960 752M-40 1010 960 850',
  'M26 -40 190 960M132 -40 296 960M228 -40 392 960M346 -40 510 960M446 -40 610 960M560 -40 724 960M664 -40 828 960M770 -40 934 960',
].join('');
const avenues =
  'M-40 452C180 430 300 360 470 372S760 470 960 396M604 -40C588 180 660 300 640 470S560 760 620 960M-40 770C160 700 320 760 520 730S800 640 960 690';
const parks = 'M640 96 790 70 812 208 664 236ZM52 520 168 500 190 628 74 650Z';
const river = 'M-60 -20C80 120 60 260 190 340S300 560 250 680 330 880 280 980';

const misses = [
  [96, 250],
  [232, 128],
  [430, 214],
  [820, 150],
  [150, 640],
  [860, 880],
  [330, 852],
] as const;
const finds = [
  [478, 500],
  [706, 452],
  [742, 676],
  [512, 700],
] as const;

/**
 * A night map with the member's radius, the listings in it, and the newest one. Decoration only. Moving parts are in
 * layers of their own above the drawing, so that it is not repainted.
 */
export function ScoutMap() {
  return (
    <div
      aria-hidden="true"
      className="@container-[size] pointer-events-none relative overflow-hidden bg-linear-155 from-panel to-panel-deep select-none"
    >
      <div
        data-later
        className="absolute top-1/2 left-1/2 size-[max(100cqw,100cqh)] -translate-1/2 text-panel-line max-lg:top-3/4 max-lg:left-3/4 max-lg:opacity-60"
      >
        <MapDrawing />
        <div className="absolute top-[38.67%] left-[42%] size-[51.56%] animate-sweep rounded-full bg-conic/decreasing from-current/30 from-0% to-transparent to-14% opacity-0" />
        <div className="absolute top-[57.33%] left-[71.78%] size-[3.12%] animate-echo rounded-full bg-warm opacity-0" />
        <div className="absolute top-[57.89%] left-[72.33%] size-[2%] rounded-full border-2 border-on-panel bg-warm" />
      </div>
      <div className="absolute inset-0 bg-linear-175 from-panel from-20% via-panel/70 via-45% to-transparent to-65%" />
    </div>
  );
}

function MapDrawing() {
  return (
    <svg viewBox="0 0 900 900" className="size-full">
      <radialGradient id="scout-range">
        <stop offset="0" stopColor="currentColor" stopOpacity="0.3" />
        <stop offset="0.7" stopColor="currentColor" stopOpacity="0.12" />
        <stop offset="1" stopColor="currentColor" stopOpacity="0.05" />
      </radialGradient>
      <path d={streets} fill="none" stroke="currentColor" strokeOpacity="0.09" />
      <path d={parks} fill="currentColor" fillOpacity="0.07" />
      <path d={river} fill="none" stroke="oklch(0.72 0.09 215)" strokeOpacity="0.2" strokeWidth="26" />
      <path d={avenues} fill="none" stroke="currentColor" strokeOpacity="0.18" strokeWidth="3" />
      <circle cx="610" cy="580" r="232" fill="url(#scout-range)" />
      <g fill="none" stroke="currentColor" strokeLinecap="round">
        <circle cx="610" cy="580" r="232" strokeOpacity="0.75" strokeWidth="1.75" strokeDasharray="3 9" />
        <circle cx="610" cy="580" r="116" strokeOpacity="0.28" strokeDasharray="2 8" />
      </g>
      {misses.map(([x, y]) => (
        <circle key={x} cx={x} cy={y} r="5" fill="currentColor" fillOpacity="0.3" />
      ))}
      {finds.map(([x, y]) => (
        <g key={x} fill="currentColor">
          <circle cx={x} cy={y} r="13" fillOpacity="0.16" />
          <circle cx={x} cy={y} r="5.5" />
        </g>
      ))}
      <circle cx="610" cy="580" r="17" fill="currentColor" fillOpacity="0.22" />
      <circle cx="610" cy="580" r="7" fill="white" />
    </svg>
  );
}
