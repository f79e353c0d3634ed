// A small chart over time. Knows no domain.
import { useEffect, useRef } from 'preact/hooks';
import { observeSize } from './use-size';

const loadPlot = () => import('uplot').then((module) => module.default);

interface ChartProps {
  readonly label: string;
  /** Ascending times; null for a gap. */
  readonly times: readonly number[];
  readonly values: readonly (number | null)[];
  /** Name of a CSS variable. */
  readonly color: string;
  readonly height: number;
  /** True if a value holds until the next one. */
  readonly isStepped?: boolean;
  /** Without axes. */
  readonly isBare?: boolean;
  readonly cursorAt?: number | undefined;
  /** Shaded times, below the line. */
  readonly bands?: readonly { readonly from: number; readonly to: number }[];
  readonly hoverAt?: number | undefined;
  /** `largest` is the last tick of the axis. */
  readonly formatTime: (time: number, largest: number) => string;
  readonly formatValue: (value: number) => string;
  onPick?(time: number): void;
  /** Undefined when the pointer leaves. */
  onHover?(time: number | undefined): void;
}

function colorOf(element: Element, name: string): string {
  return getComputedStyle(element).getPropertyValue(name).trim() || 'gray';
}

type PlotClass = Awaited<ReturnType<typeof loadPlot>>;
type Plot = InstanceType<PlotClass>;

interface Drawn {
  redraw(): void;
  hover(): void;
  stop(): void;
}

/** Latest properties, for callbacks of the plot. */
interface Current {
  readonly current: ChartProps;
}

function drawCursor(element: Element, current: Current): (plot: Plot) => void {
  return ({ ctx, bbox, valToPos }) => {
    const { cursorAt } = current.current;
    if (cursorAt === undefined) return;
    // uPlot changes the context state.
    ctx.save();
    ctx.fillStyle = colorOf(element, '--text');
    const x = Math.min(Math.max(valToPos(cursorAt, 'x', true), bbox.left), bbox.left + bbox.width);
    ctx.fillRect(Math.round(x) - 1, bbox.top, 2, bbox.height);
    ctx.restore();
  };
}

function drawBands(element: Element, current: Current): (plot: Plot) => void {
  return ({ ctx, bbox, valToPos }) => {
    const { bands = [] } = current.current;
    ctx.save();
    ctx.fillStyle = colorOf(element, '--warning-bg');
    for (const { from, to } of bands) {
      const left = Math.max(valToPos(from, 'x', true), bbox.left);
      const right = Math.min(valToPos(to, 'x', true), bbox.left + bbox.width);
      ctx.fillRect(left, bbox.top, Math.max(right - left, 0), bbox.height);
    }
    ctx.restore();
  };
}

function axesOf(element: Element, current: Current): Plot['axes'] {
  const line = colorOf(element, '--line');
  const axis = {
    stroke: colorOf(element, '--dim'),
    grid: { stroke: line, width: 1 },
    ticks: { stroke: line, width: 1 },
    font: '10px sans-serif',
    show: current.current.isBare !== true,
  };
  return [
    {
      ...axis,
      size: 26,
      values: (_, ticks) => ticks.map((tick) => current.current.formatTime(tick, ticks.at(-1) ?? tick)),
    },
    {
      ...axis,
      size: 50,
      values: (_, ticks) => ticks.map((tick) => current.current.formatValue(tick)),
    },
  ];
}

function seriesOf(Plot: PlotClass, element: Element, { color, isStepped }: ChartProps): Plot['series'] {
  const stroke = colorOf(element, color);
  const stepped = isStepped === true ? Plot.paths.stepped?.({ align: 1 }) : undefined;
  return [
    {},
    {
      stroke,
      width: 1.5,
      fill: `color-mix(in srgb, ${stroke} 18%, transparent)`,
      points: { show: false },
      ...(stepped !== undefined && { paths: stepped }),
    },
  ];
}

const BARE_PADDING: [number, number, number, number] = [2, 1, 2, 1];
const WIDTH_MIN = 60;
/** Position that hides the cursor of uPlot, pixels. */
const NOWHERE = -10;

function draw(Plot: PlotClass, element: HTMLElement, current: Current): Drawn {
  const { times, values, height, isBare } = current.current;
  const widthNow = () => Math.max(element.clientWidth, WIDTH_MIN);
  const plot = new Plot(
    {
      width: widthNow(),
      height,
      legend: { show: false },
      // uPlot would show a hundred units around a single time.
      scales: { x: { time: false, range: (_, from, to) => [from, to > from ? to : from + 1] } },
      cursor: { y: false, drag: { x: false, y: false } },
      hooks: { drawAxes: [drawBands(element, current)], draw: [drawCursor(element, current)] },
      ...(isBare && { padding: BARE_PADDING }),
      axes: axesOf(element, current),
      series: seriesOf(Plot, element, current.current),
    },
    [[...times], [...values]],
    element,
  );
  plot.over.addEventListener('click', () => {
    const { left } = plot.cursor;
    if (left !== undefined && left >= 0) current.current.onPick?.(plot.posToVal(left, 'x'));
  });
  plot.over.addEventListener('pointermove', ({ clientX }) => {
    const left = clientX - plot.over.getBoundingClientRect().left;
    current.current.onHover?.(plot.posToVal(left, 'x'));
  });
  plot.over.addEventListener('pointerleave', () => current.current.onHover?.(undefined));
  const unobserve = observeSize(element, () => plot.setSize({ width: widthNow(), height }));
  return {
    redraw: () => plot.redraw(false),
    hover() {
      const { hoverAt } = current.current;
      const left = hoverAt === undefined ? NOWHERE : plot.valToPos(hoverAt, 'x');
      plot.setCursor({ left, top: hoverAt === undefined ? NOWHERE : 0 }, false);
    },
    stop() {
      unobserve();
      plot.destroy();
    },
  };
}

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
  useEffect(() => drawn.current?.hover(), [props.hoverAt]);

  return <div class="chart" role="img" aria-label={label} ref={box} style={{ height: `${height}px` }} />;
}
