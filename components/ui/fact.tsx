// One line of a list of facts. Knows no domain.
import type { ComponentChildren } from 'preact';

/** Properties of a Fact. */
export interface FactProps {
  readonly name: string;
  readonly children: ComponentChildren;
}

/** A name and what it stands for, in a `dl`. */
export function Fact({ name, children }: FactProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
