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
  /** Without axes, for a chart that is only as high as a line. */
  readonly isBare?: boolean;
  /** Where the cursor is: a time that gets a line. */
  readonly cursorAt?: number | undefined;
  readonly formatTime: (time: number) => string;
  readonly formatValue: (value: number) => string;
  /** Somebody has clicked at a time. */
  onPick?(time: number): void;
}

function colorOf(element: Element, name: string): string {
  return getComputedStyle(element).getPropertyValue(name).trim() || 'gray';
}

type PlotClass = Awaited<ReturnType<typeof loadPlot>>;

/** A chart on screen. */
interface Drawn {
  redraw(): void;
  stop(): void;
}

/** Draws a chart into an element. */
function draw(Plot: PlotClass, element: HTMLElement, current: { readonly current: ChartProps }): Drawn {
  const { times, values, color, height, isStepped, isBare } = current.current;
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
      hooks: {
        draw: [
          ({ ctx, bbox, valToPos }) => {
            const { cursorAt } = current.current;
            if (cursorAt === undefined) return;
            // The library remembers what it has set.
            ctx.save();
            ctx.fillStyle = colorOf(element, '--text');
            const x = Math.min(Math.max(valToPos(cursorAt, 'x', true), bbox.left), bbox.left + bbox.width);
            ctx.fillRect(Math.round(x) - 1, bbox.top, 2, bbox.height);
            ctx.restore();
          },
        ],
      },
      ...(isBare && { padding: [2, 1, 2, 1] as [number, number, number, number] }),
      axes: [
        {
          ...axis,
          show: isBare !== true,
          size: 26,
          values: (_, ticks) => ticks.map((tick) => current.current.formatTime(tick)),
        },
        {
          ...axis,
          show: isBare !== true,
          size: 50,
          values: (_, ticks) => ticks.map((tick) => current.current.formatValue(tick)),
        },
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
  return {
    redraw: () => plot.redraw(false),
    stop() {
      observer.disconnect();
      plot.destroy();
    },
  };
}

/** The chart; as wide as there is room. */
export function Chart(props: ChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const current = useRef(props);
  const drawn = useRef<Drawn | undefined>(undefined);
  current.current = props;
  const { times, values, color, height, label } = props;

  useEffect(() => {
    const element = box.current;
    if (element === null || typeof Path2D === 'undefined') return;
    let isGone = false;
    void loadPlot().then((Plot) => {
      if (!isGone) drawn.current = draw(Plot, element, current);
    });
    return () => {
      isGone = true;
      drawn.current?.stop();
      drawn.current = undefined;
    };
  }, [times, values, color, height]);

  useEffect(() => drawn.current?.redraw(), [props.cursorAt]);

  return <div class="chart" role="img" aria-label={label} ref={box} style={{ height: `${height}px` }} />;
}
