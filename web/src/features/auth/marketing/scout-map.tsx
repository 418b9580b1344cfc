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
        <img src="/art/scout-map.svg" alt="" className="size-full" />
        <div className="absolute top-[38.67%] left-[42%] size-[51.56%] animate-sweep rounded-full bg-conic/decreasing from-current/30 from-0% to-transparent to-14% opacity-0" />
        <div className="absolute top-[57.33%] left-[71.78%] size-[3.12%] animate-echo rounded-full bg-warm opacity-0" />
        <div className="absolute top-[57.89%] left-[72.33%] size-[2%] rounded-full border-2 border-on-panel bg-warm" />
      </div>
      <div className="absolute inset-0 bg-linear-175 from-panel from-20% via-panel/70 via-45% to-transparent to-65%" />
    </div>
  );
}
