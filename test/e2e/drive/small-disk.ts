// A file system that is small enough to be filled. Linux only, and only for who may mount one.
import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A mounted file system. */
interface SmallDisk {
  readonly path: string;
  /** Takes all the room that is left. */
  fill(): void;
  /** Gives it back. */
  free(): void;
  end(): void;
}

/** Needs Linux and root. */
export const canMount = process.platform === 'linux' && process.getuid?.() === 0;

/** Mounts one of so many megabytes, in memory. */
export function mountSmallDisk(megabytes: number): SmallDisk {
  const path = mkdtempSync(join(tmpdir(), 'lens-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path]);
  const filler = join(path, 'filler');
  return {
    path,
    fill() {
      const file = openSync(filler, 'a');
      for (let size = 1024 * 1024; size >= 4096; ) {
        try {
          writeSync(file, Buffer.alloc(size));
        } catch {
          // ENOSPC: as much as there was.
          size /= 2;
        }
      }
      closeSync(file);
    },
    free: () => rmSync(filler, { force: true }),
    end() {
      execFileSync('umount', ['-l', path]);
      rmdirSync(path);
    },
  };
}
