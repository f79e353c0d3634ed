// Starts the panel in an ordinary page: a report if the page contains a recording, an editor in VS Code, the demo
// beside its frame, else the viewer.
import { isDemo, startDemo } from './demo-page';
import { isEditor, startEditor } from './editor-page';
import { isReport, startReport } from './report-page';
import { startViewer } from './viewer-page';

export function startPage(): void {
  if (isReport()) startReport();
  else if (isEditor()) startEditor();
  else if (isDemo()) startDemo();
  else startViewer();
}
