// A tree of paths, of which some are ticked.
import type { PathNode } from '@/lib/redact/paths';

/** Properties of a PathTree. */
export interface PathTreeProps {
  readonly label: string;
  readonly nodes: readonly PathNode[];
  readonly chosen: readonly string[];
  onChange(chosen: readonly string[]): void;
}

/** The tree. What is below a ticked path is kept with it. */
export function PathTree({ label, nodes, chosen, onChange }: PathTreeProps) {
  return (
    <fieldset class="path-tree">
      <legend>{label}</legend>
      <Nodes nodes={nodes} chosen={chosen} onChange={onChange} />
    </fieldset>
  );
}

function Nodes({ nodes, chosen, onChange }: Omit<PathTreeProps, 'label'>) {
  return (
    <ul>
      {nodes.map((node) => (
        <li key={node.path}>
          {node.children.length === 0 ? (
            <Choice node={node} chosen={chosen} onChange={onChange} />
          ) : (
            <details>
              <summary>
                <Choice node={node} chosen={chosen} onChange={onChange} />
              </summary>
              <Nodes nodes={node.children} chosen={chosen} onChange={onChange} />
            </details>
          )}
        </li>
      ))}
    </ul>
  );
}

function Choice({
  node: { path, name },
  chosen,
  onChange,
}: { node: PathNode } & Omit<PathTreeProps, 'label' | 'nodes'>) {
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
