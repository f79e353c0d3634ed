// Tree of paths with checkboxes.
import type { PathNode } from '@/lib/core/redact/paths';
import { TEXTS } from '../texts';

interface PathTreeProps {
  readonly label: string;
  /** Text after a cut list. */
  readonly more: string;
  readonly nodes: readonly PathNode[];
  readonly chosen: readonly string[];
  onChange(chosen: readonly string[]): void;
}

/** Paths below a ticked path are included. */
export function PathTree({ label, ...props }: PathTreeProps) {
  return (
    <fieldset class="path-tree">
      <legend>{label}</legend>
      <Nodes {...props} />
    </fieldset>
  );
}

function Nodes({ nodes, isCut, ...props }: Omit<PathTreeProps, 'label'> & { isCut?: boolean }) {
  return (
    <ul>
      {nodes.map((node) => (
        <li key={node.path}>
          <Choice node={node} {...props} />
          {node.children.length > 0 && (
            // Not inside `<summary>`: screen readers cannot reach a checkbox there.
            <details>
              <summary aria-label={TEXTS.export.parts(node.path)} />
              <Nodes {...props} nodes={node.children} isCut={node.isCut === true} />
            </details>
          )}
        </li>
      ))}
      {isCut && <li class="dim">{props.more}</li>}
    </ul>
  );
}

function Choice({
  node: { path, name },
  chosen,
  onChange,
}: { node: PathNode } & Omit<PathTreeProps, 'label' | 'nodes' | 'more'>) {
  const isChosen = chosen.includes(path);
  return (
    <label>
      <input
        type="checkbox"
        aria-label={path}
        checked={isChosen}
        onChange={() => onChange(isChosen ? chosen.filter((each) => each !== path) : [...chosen, path])}
      />{' '}
      {name}
    </label>
  );
}
