// What the system says of a file, in words.
import { reasonOf } from '@/lib/core/json/reason';

const WORDS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  EISDIR: 'it is a folder, not a file',
  ENOTDIR: 'what should be a folder on the way to it is a file',
  EACCES: 'this user may not',
  EPERM: 'this user may not',
  EROFS: 'the disk can only be read',
  ENOSPC: 'the disk is full',
  ELOOP: 'its links lead in a circle',
};

/** Why something failed, the end of a sentence. */
export function whyOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return Object.hasOwn(WORDS, code) ? `${WORDS[code]} (${code})` : reasonOf(error);
}
