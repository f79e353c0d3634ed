// Source of the batches of opened files.
import type { FileBatch } from '@/lib/core/files/types';
import type { Host } from '@/lib/panel/host';
import { type SessionSource, sourceFrom } from '@/lib/panel/source';
import type { BlobFile } from '@/lib/panel/worker/types';
import { readInWorker } from '@/lib/panel/worker/work';

/** Reads the batches again on each request: the browser keeps a Blob outside of the panel's heap. */
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

/** Bytes copied at a time, so that the panel remains responsive. */
const COPY_PART = 4 * 1024 * 1024;

async function copyOf({ name, blob }: BlobFile): Promise<BlobFile> {
  if (!(blob instanceof File)) return { name, blob };
  const parts: Blob[] = [];
  for (let at = 0; at < blob.size; at += COPY_PART)
    parts.push(new Blob([await blob.slice(at, at + COPY_PART).arrayBuffer()]));
  return { name, blob: new Blob(parts) };
}

/**
 * Copies files in the background, as a file on the disk may change or be deleted while it is shown. Without room for a
 * copy the file itself is used.
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
