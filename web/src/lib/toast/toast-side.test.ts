import { describe, expect, it } from 'vitest';
import { chooseToastSide } from './toast-side.ts';

const phone = { width: 390, height: 844, bottomBarPx: 60 };
const desk = { width: 1440, height: 900, bottomBarPx: 0 };
const box = (left: number, top: number) => ({ left, right: left + 120, top, bottom: top + 44 });

describe('The side of a toast', () => {
  it('The side of a toast is the bottom where nothing is covered', () => {
    expect(chooseToastSide(null, phone)).toBe('bottom');
    expect(chooseToastSide(box(20, 300), phone)).toBe('bottom');
    expect(chooseToastSide(box(20, 840), desk)).toBe('bottom');
  });

  it('The side of a toast is the top where it would cover the control that caused it', () => {
    expect(chooseToastSide(box(20, 700), phone)).toBe('top');
    expect(chooseToastSide(box(1200, 840), desk)).toBe('top');
  });

  it('The side of a toast is the bottom for a control in the bar at the bottom, or hidden', () => {
    expect(chooseToastSide(box(20, 790), phone)).toBe('bottom');
    expect(chooseToastSide({ left: 0, right: 0, top: 0, bottom: 0 }, phone)).toBe('bottom');
  });
});
