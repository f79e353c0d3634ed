// The toolbar's popup. The same page opened as a tab asks for the origin in its address (see FromPanel `grant`).
import { render } from 'preact';
import { allow, currentSite, openPanel, reload, type Site } from './site';

function Popup({ site }: { readonly site: Site }) {
  const { tab, origin, granted } = site;
  return (
    <main>
      <h1>AG-UI Lens</h1>
      <div class="site">{origin ?? 'This page'}</div>
      <p class={granted ? 'state on' : 'state'}>
        {granted
          ? 'AG-UI streams of this site are captured, also while DevTools is closed.'
          : origin
            ? 'This site is not captured. Nothing is read until you allow it, and nothing leaves the browser.'
            : 'Pages of this kind cannot be captured.'}
      </p>
      {!granted && origin && (
        <button type="button" class="main" onClick={() => allow(origin).then(show)}>
          Capture this site
        </button>
      )}
      {granted && tab !== undefined && (
        <button type="button" onClick={() => reload(tab)}>
          Reload the page to capture from its start
        </button>
      )}
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
