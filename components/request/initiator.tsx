// The code that sent a request, from a HAR file or the network panel of the browser.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { type Initiator as Found, initiatorOf, type StackFrame } from '@/lib/core/files/har-initiator';
import { cut } from '@/lib/core/json/preview';
import { withoutQuery } from '@/lib/core/json/url';
import { findInitiator } from '@/lib/panel/initiator';
import { useWorkspace } from '../app/context';
import { asTitle, ROW_TEXT_MAX } from '../shared/text-limits';
import { TEXTS } from '../texts';
import type { RequestPartProps } from './tab-props';

export function Initiator({ now }: RequestPartProps) {
  const { host, current } = useWorkspace();
  // A file has no entry in the network panel.
  const isLive = current.value.name === undefined;
  const found = useSignal<Found | 'unknown' | undefined>(undefined);
  useEffect(() => {
    let isShown = true;
    const read = async () => {
      const entries = isLive ? ((await host.networkEntries?.()) ?? []) : [];
      if (isShown) found.value = initiatorOf(now) ?? findInitiator(entries, now) ?? 'unknown';
    };
    void read();
    return () => {
      isShown = false;
    };
  }, [now.index, isLive]);
  const words = TEXTS.requestView;
  const initiator = found.value;
  if (initiator === undefined) return null;
  if (initiator === 'unknown')
    return <p class="dim">{isLive ? words.initiatorUnknown : words.initiatorNotInFile}</p>;
  return (
    <>
      <p>{words.initiatorType(initiator.type)}</p>
      {initiator.frames.length > 0 && (
        <ol class="stack" aria-label={words.callStack}>
          {initiator.frames.map((frame, index) => (
            <Frame key={index} frame={frame} />
          ))}
        </ol>
      )}
    </>
  );
}

function Frame({ frame: { functionName, url, line, column } }: { readonly frame: StackFrame }) {
  const place = `${url}:${line}:${column}`;
  const name = withoutQuery(url).split('/').at(-1) || url;
  return (
    <li>
      <code>{cut(functionName, ROW_TEXT_MAX) || TEXTS.requestView.anonymous}</code>{' '}
      <span class="dim" title={asTitle(place)}>
        {cut(name, ROW_TEXT_MAX)}:{line}:{column}
      </span>
    </li>
  );
}
