import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const bytesFree = 4_000_000_000;

export type SmallDisk = {
  folder: string;
  /** Leaves no byte free. */
  fill: () => void;
  free: () => void;
  end: () => void;
};

/** A file system in memory that can be full; null where this user may not mount one. */
export function mountSmallDisk(): SmallDisk | null {
  const folder = mkdtempSync(join(tmpdir(), 'chaos-disk-'));
  const setSize = (bytes: number, ...flags: string[]) => {
    const options = [...flags, `size=${bytes}`].join(',');
    return spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]).status === 0;
  };
  if (!setSize(bytesFree)) {
    rmSync(folder, { recursive: true });
    return null;
  }
  return {
    folder,
    fill: () => {
      // A disk that has grown since it was measured cannot become smaller: it is measured again.
      for (;;) {
        const { blocks, bfree, bsize } = statfsSync(folder);
        if (setSize((blocks - bfree) * bsize, 'remount')) return;
      }
    },
    free: () => {
      if (!setSize(bytesFree, 'remount')) throw new Error('The disk could not be freed');
    },
    end: () => {
      spawnSync('umount', ['-l', folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
