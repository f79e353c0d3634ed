// A small chart of values over time. Knows no domain.
import { useEffect, useRef } from 'preact/hooks';
import { observeSize } from './use-size';

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
  /** Where the pointer is, here or elsewhere: a time that gets a thin line. */
  readonly hoverAt?: number | undefined;
  readonly formatTime: (time: number) => string;
  readonly formatValue: (value: number) => string;
  /** Somebody has clicked at a time. */
  onPick?(time: number): void;
  /** The pointer is at a time; or at none, for it has left. */
  onHover?(time: number | undefined): void;
}

function colorOf(element: Element, name: string): string {
  return getComputedStyle(element).getPropertyValue(name).trim() || 'gray';
}

type PlotClass = Awaited<ReturnType<typeof loadPlot>>;
type Plot = InstanceType<PlotClass>;

/** A chart on screen. */
interface Drawn {
  redraw(): void;
  /** Moves the thin line to `hoverAt`. */
  hover(): void;
  stop(): void;
}

/** The properties as they are now: they change while the chart stays. */
interface Current {
  readonly current: ChartProps;
}

/** Draws a line at the cursor. */
function drawCursor(element: Element, current: Current): (plot: Plot) => void {
  return ({ ctx, bbox, valToPos }) => {
    const { cursorAt } = current.current;
    if (cursorAt === undefined) return;
    // The library remembers what it has set.
    ctx.save();
    ctx.fillStyle = colorOf(element, '--text');
    const x = Math.min(Math.max(valToPos(cursorAt, 'x', true), bbox.left), bbox.left + bbox.width);
    ctx.fillRect(Math.round(x) - 1, bbox.top, 2, bbox.height);
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
      values: (_, ticks) => ticks.map((tick) => current.current.formatTime(tick)),
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

/** Without axes a chart uses all of its room but a line for what touches its edge, pixels. */
const BARE_PADDING: [number, number, number, number] = [2, 1, 2, 1];
const WIDTH_MIN = 60;
/** Where the library shows no line, pixels. */
const NOWHERE = -10;

/** Draws a chart into an element. */
function draw(Plot: PlotClass, element: HTMLElement, current: Current): Drawn {
  const { times, values, height, isBare } = current.current;
  const widthNow = () => Math.max(element.clientWidth, WIDTH_MIN);
  const plot = new Plot(
    {
      width: widthNow(),
      height,
      legend: { show: false },
      // The library shows a hundred units around a single time.
      scales: { x: { time: false, range: (_, from, to) => [from, to > from ? to : from + 1] } },
      cursor: { y: false, drag: { x: false, y: false } },
      hooks: { draw: [drawCursor(element, current)] },
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
  useEffect(() => drawn.current?.hover(), [props.hoverAt]);

  return <div class="chart" role="img" aria-label={label} ref={box} style={{ height: `${height}px` }} />;
}
