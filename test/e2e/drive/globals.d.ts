// For functions that are evaluated inside the panel: its own account of what it shows.
import type { Lens } from '@/entrypoints/panel/script-api';

declare global {
  var lens: Lens;
}
