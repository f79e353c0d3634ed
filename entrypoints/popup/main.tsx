// The toolbar's popup. Opened as a tab, the same page asks for the origin in its URL (see FromPanel `grant`).
import { render } from 'preact';
import { allow, currentSite, openPanel, reload, type Site } from './site';
import { SiteForm } from './site-form';

function Popup({ site }: { readonly site: Site }) {
  const { tab, origin, granted } = site;
  return (
    <main>
      <h1>AG-UI Lens</h1>
      <div class="site">{origin ?? 'This page'}</div>
      <p class={granted ? 'state on' : 'state'}>
        {granted
          ? 'AG-UI streams on this site are captured.'
          : origin
            ? 'Not captured. Nothing is read until you allow it, and captured data never leaves your browser.'
            : 'Extensions cannot access this page.'}
      </p>
      {!granted && origin && (
        <button type="button" class="main" onClick={() => allow(origin).then(show)}>
          Capture this site
        </button>
      )}
      {granted && tab !== undefined && (
        <button type="button" onClick={() => reload(tab)}>
          Reload the page to capture from the start
        </button>
      )}
      {granted && origin && <SiteForm site={site} onChange={show} />}
      {tab !== undefined && (
        <button type="button" onClick={() => openPanel(tab, origin)}>
          Open in a tab
        </button>
      )}
    </main>
  );
}

async function show(): Promise<void> {
  const app = document.getElementById('app');
  if (app) render(<Popup site={await currentSite()} />, app);
}

void show();
