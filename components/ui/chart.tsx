// A small chart of values over time. Knows no domain.
import { useEffect, useRef } from 'preact/hooks';
import 'uplot/dist/uPlot.min.css';

/** Loaded with the first chart: most of the time there is none on screen. */
const loadPlot = () => import('uplot').then((module) => module.default);

/** Properties of a Chart. */
export interface ChartProps {
  /** What is to be seen, for those who do not see it. */
  readonly label: string;
  /** Times, rising, and a value for each; null where there is none. */
  readonly times: readonly number[];
  readonly values: readonly (number | null)[];
  /** Name of a colour variable of the panel. */
  readonly color: string;
  readonly height: number;
  /** True where a value holds until the next one; else it is a bar of its own. */
  readonly isStepped?: boolean;
  readonly formatTime: (time: number) => string;
  readonly formatValue: (value: number) => string;
  /** Somebody has clicked at a time. */
  onPick?(time: number): void;
}

function colorOf(element: Element, name: string): string {
  return getComputedStyle(element).getPropertyValue(name).trim() || 'gray';
}

type PlotClass = Awaited<ReturnType<typeof loadPlot>>;

/** Draws a chart into an element; the result takes it away. */
function draw(Plot: PlotClass, element: HTMLElement, current: { readonly current: ChartProps }): () => void {
  const { times, values, color, height, isStepped } = current.current;
  const stroke = colorOf(element, color);
  const line = colorOf(element, '--line');
  const axis = {
    stroke: colorOf(element, '--dim'),
    grid: { stroke: line, width: 1 },
    ticks: { stroke: line, width: 1 },
    font: '10px sans-serif',
  };
  const stepped = isStepped === true ? Plot.paths.stepped?.({ align: 1 }) : undefined;
  const plot = new Plot(
    {
      width: Math.max(element.clientWidth, 60),
      height,
      legend: { show: false },
      scales: { x: { time: false } },
      cursor: { y: false, drag: { x: false, y: false } },
      axes: [
        { ...axis, size: 26, values: (_, ticks) => ticks.map((tick) => current.current.formatTime(tick)) },
        { ...axis, size: 50, values: (_, ticks) => ticks.map((tick) => current.current.formatValue(tick)) },
      ],
      series: [
        {},
        {
          stroke,
          width: 1.5,
          fill: `color-mix(in srgb, ${stroke} 18%, transparent)`,
          points: { show: false },
          ...(stepped !== undefined && { paths: stepped }),
        },
      ],
    },
    [[...times], [...values]],
    element,
  );
  plot.over.addEventListener('click', () => {
    const { left } = plot.cursor;
    if (left !== undefined && left >= 0) current.current.onPick?.(plot.posToVal(left, 'x'));
  });
  const observer = new ResizeObserver(() => {
    plot.setSize({ width: Math.max(element.clientWidth, 60), height });
  });
  observer.observe(element);
  return () => {
    observer.disconnect();
    plot.destroy();
  };
}

/** The chart; as wide as there is room. */
export function Chart(props: ChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const current = useRef(props);
  current.current = props;
  const { times, values, color, height, label } = props;

  useEffect(() => {
    const element = box.current;
    if (element === null || typeof Path2D === 'undefined') return;
    let isGone = false;
    let stop = () => {};
    void loadPlot().then((Plot) => {
      if (isGone) return;
      stop = draw(Plot, element, current);
    });
    return () => {
      isGone = true;
      stop();
    };
  }, [times, values, color, height]);

  return <div class="chart" role="img" aria-label={label} ref={box} style={{ height: `${height}px` }} />;
}
