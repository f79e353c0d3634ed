import type { ComponentChildren } from 'preact';
import { useSession } from '../app/context';

export function SeqLink({ seq, children }: { seq: number | undefined; children: ComponentChildren }) {
  const { cursor } = useSession();
  if (seq === undefined) return null;
  return (
    <button type="button" class="link" onClick={() => cursor.goTo(seq)}>
      {children}
    </button>
  );
}
