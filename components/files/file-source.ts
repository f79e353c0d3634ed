// Where the batches of opened files are: in the files, of which copies are kept.
import type { FileBatch } from '@/lib/core/files/types';
import type { Host } from '@/lib/panel/host';
import { type SessionSource, sourceFrom } from '@/lib/panel/source';
import type { BlobFile } from '@/lib/panel/worker/types';
import { readInWorker } from '@/lib/panel/worker/work';

/** The batches of files, read again whenever they are wanted: the browser keeps a Blob outside of the panel's heap. */
export function sourceOfFiles({ startWorker }: Host, files: () => readonly BlobFile[]): SessionSource {
  const read = async () => {
    const all: FileBatch[] = [];
    for await (const { batches } of readInWorker(startWorker, files())) all.push(...batches);
    return all;
  };
  return {
    ...sourceFrom(read),
    get files() {
      return files();
    },
  };
}

/** So much of a file is copied at a time, bytes: the panel has other things to do. */
const COPY_PART = 4 * 1024 * 1024;

async function copyOf({ name, blob }: BlobFile): Promise<BlobFile> {
  if (!(blob instanceof File)) return { name, blob };
  const parts: Blob[] = [];
  for (let at = 0; at < blob.size; at += COPY_PART)
    parts.push(new Blob([await blob.slice(at, at + COPY_PART).arrayBuffer()]));
  return { name, blob: new Blob(parts) };
}

/**
 * Copies of files, once they are made, which takes longer than to show what the files begin with: a file on the disk may
 * be changed or deleted while it is on screen. Where there is no room for a copy, the file itself has to do.
 */
export function copiesOf(files: readonly BlobFile[]): () => readonly BlobFile[] {
  let current = files;
  void Promise.all(files.map(copyOf)).then(
    (copies) => {
      current = copies;
    },
    () => undefined,
  );
  return () => current;
}
