// The popup of the toolbar icon. As a tab, the same page asks for access to the origin in its URL (FromPanel
// `grant`).
import { render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { counted } from '@/lib/core/json/format';
import type { CapturedFacts } from './captured';
import { allow, currentSite, openPanel, reload, type Site } from './site';
import { SiteForm } from './site-form';

const REFRESH_MS = 1_500;
/** Key of DevTools in both browsers. */
const DEVTOOLS_KEY = navigator.platform.startsWith('Mac') ? '⌥⌘I' : 'F12';

function Popup({ site }: { readonly site: Site }) {
  const { tab, origin, granted } = site;
  return (
    <main>
      <h1>AG-UI Lens</h1>
      <div class="site">{origin ?? 'This page'}</div>
      <State site={site} />
      {!granted && origin && (
        <button type="button" class="main" onClick={() => allow(origin).then(show)}>
          Capture this site
        </button>
      )}
      {granted && (
        <p class="next">
          Open DevTools <kbd>{DEVTOOLS_KEY}</kbd> › <b>AG-UI</b>
        </p>
      )}
      {tab !== undefined && granted && (
        <button type="button" onClick={() => openPanel(tab, origin)}>
          Open in a tab
        </button>
      )}
      {granted && origin && <SiteForm site={site} onChange={show} />}
    </main>
  );
}

function State({ site: { tab, origin, granted, session } }: { readonly site: Site }) {
  if (origin === undefined) return <p class="state">Extensions cannot access this page.</p>;
  if (!granted)
    return (
      <p class="state">
        Not captured. Nothing is read until you allow it, and captured data never leaves your browser.
      </p>
    );
  if (session !== undefined) return <Captured id={session.session} streams={session.streams} />;
  return (
    <>
      <p class="state">This page was open before capture began. Reload it to capture it.</p>
      {tab !== undefined && (
        <button type="button" class="main" onClick={() => reload(tab)}>
          Reload the page
        </button>
      )}
    </>
  );
}

function Captured({ id, streams }: { readonly id: string; readonly streams: number }) {
  const [facts, setFacts] = useState<CapturedFacts | undefined>(undefined);
  useEffect(() => {
    if (streams === 0) return;
    // Keeps the line unchanged without an answer.
    const read = async () => setFacts(await (await import('./captured')).capturedFacts(id));
    void read().catch(() => undefined);
  }, [id, streams]);
  if (streams === 0) return <p class="state on">Capturing. Start a run in the page.</p>;
  return (
    <>
      <p class="state on">Capturing</p>
      <p class="captured" role="status">
        {facts === undefined ? counted(streams, 'stream') : factsText(facts)}
      </p>
    </>
  );
}

function factsText({ runs, errors, warnings, isCut }: CapturedFacts): string {
  const parts = [
    counted(runs, 'run'),
    ...(errors > 0 ? [counted(errors, 'error')] : []),
    ...(warnings > 0 ? [counted(warnings, 'warning')] : []),
    ...(errors + warnings === 0 ? ['no findings'] : []),
  ];
  return `${isCut ? 'At least ' : ''}${parts.join(' · ')}`;
}

async function show(): Promise<void> {
  const app = document.getElementById('app');
  if (app) render(<Popup site={await currentSite()} />, app);
}

void show();
// More may be captured while the popup is open.
setInterval(() => void show(), REFRESH_MS);
