// Text as Markdown. The parser is loaded on demand; long texts are parsed one at a time, between other work, and shown
// as plain text until then.
import { useSignal } from '@preact/signals';
import { type ComponentChildren, h } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import type { MarkdownNode } from './markdown-tree';

type ReadMarkdown = (text: string) => readonly MarkdownNode[];

/** Texts up to this length are parsed at once, characters: a fraction of a millisecond. */
const AT_ONCE = 500;

let read: ReadMarkdown | undefined;
let loading: Promise<void> | undefined;

function load(): Promise<void> {
  loading ??= import('./markdown-tree').then(({ markdownTree }) => {
    read = markdownTree;
  });
  return loading;
}

const jobs = new Set<() => void>();
let isWorking = false;

function work(): void {
  const [job] = jobs;
  isWorking = job !== undefined;
  if (job === undefined) return;
  jobs.delete(job);
  job();
  setTimeout(work, 0);
}

function later(job: () => void): () => void {
  jobs.add(job);
  if (!isWorking) {
    isWorking = true;
    setTimeout(work, 0);
  }
  return () => jobs.delete(job);
}

function toChildren(nodes: readonly MarkdownNode[]): ComponentChildren[] {
  return nodes.map((node) => {
    if (typeof node === 'string') return node;
    const { tag, href, align, children } = node;
    const attributes = {
      ...(href !== undefined && { href, rel: 'noreferrer noopener', target: '_blank' }),
      ...(align !== undefined && { style: { textAlign: align } }),
    };
    return h(tag, attributes, ...toChildren(children));
  });
}

/** Shows `children` until parsed. */
export function Markdown({ text, children }: { text: string; children: ComponentChildren }) {
  const loaded = useSignal(read !== undefined);
  const late = useSignal<readonly MarkdownNode[] | undefined>(undefined);
  const isShort = text.length <= AT_ONCE;
  useEffect(() => {
    let isGone = false;
    if (!loaded.value) void load().then(() => !isGone && (loaded.value = true));
    return () => {
      isGone = true;
    };
  }, []);
  useEffect(() => {
    if (isShort || !loaded.value) return undefined;
    return later(() => {
      late.value = read?.(text);
    });
  }, [text, loaded.value]);
  const atOnce = useMemo(() => (isShort && loaded.value ? read?.(text) : undefined), [text, loaded.value]);
  const nodes = isShort ? atOnce : late.value;
  const shown = useMemo(() => (nodes === undefined ? undefined : toChildren(nodes)), [nodes]);
  if (shown === undefined) return <>{children}</>;
  return <div class="markdown">{shown}</div>;
}
